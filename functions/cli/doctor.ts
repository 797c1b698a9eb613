import { resolve } from 'node:path'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { githubSetupReader } from '../../lib/adapters/github/setup-reader.ts'
import { folderSetupReader, revisionSetupReader } from '../../lib/adapters/local-setup-reader.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { SetupReader } from '../../lib/ports/setup.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import type { Style } from '../../lib/summary/style.ts'
import { type Summary, withFindings } from '../../lib/summary/summary.ts'
import { doctor } from '../doctor.ts'
import { systemClock } from '../system-clock.ts'
import { type Command, type Invocation, UsageError } from './command.ts'
import { sourceOf } from './folder-or-revision.ts'
import { formatOf } from './format.ts'
import { show } from './show.ts'
import { wordOf } from './word-of.ts'

/** `netclaim doctor`: what is missing or unsafe about a claims repository. */
export const doctorCommand: Command = {
  usage: 'doctor [DIR|REV] [--repo OWNER/NAME] [--app-id ID]',
  about:
    'Looks at a claims repository and says what is missing or unsafe: of a folder or revision its files alone, of a repository on GitHub also rules, required checks and the app. It changes nothing. The token is read from GITHUB_TOKEN; what it may not see is told.',
  options: {
    repo: { type: 'string', placeholder: 'OWNER/NAME', about: 'a repository on GitHub' },
    'app-id': {
      type: 'string',
      placeholder: 'ID',
      about: 'our app; where jobs of GitHub Actions check and allocate, 15368',
    },
    branch: {
      type: 'string',
      placeholder: 'NAME',
      about: 'the branch of the claims (default: main)',
    },
    'api-url': {
      type: 'string',
      placeholder: 'URL',
      about: 'of GitHub Enterprise Server, https://HOST/api/v3 (default: https://api.github.com)',
    },
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      about: 'text (default), json, markdown, github, sarif or junit',
    },
  },
  operands: { min: 0, max: 1 },
  example: 'netclaim doctor --repo acme/claims --app-id 123456',
  async run(invocation) {
    const format = formatOf(invocation)
    const main = wordOf(invocation, 'branch') ?? 'main'
    const { reader, source } = await readerOf(invocation, main)
    const findings = await doctor(reader, main)
    const summary: Summary = {
      report: withFindings(nothing, findings),
      capacityBefore: [],
      diffs: [],
      sources: [source],
    }
    show(invocation.terminal, { format, summary }, (_, style) => doctorText(findings, style))
    return findings.some(({ severity }) => severity === 'error') ? 1 : 0
  },
}

const nothing = {
  verdict: 'accept',
  findings: [],
  changes: [],
  allocations: [],
  capacity: [],
} as const

function doctorText(findings: readonly Finding[], style: Style): string {
  return findings.length === 0
    ? 'nothing is missing and nothing unsafe was found\n'
    : `${findingsText(findings, style)}\n`
}

const REPOSITORY = /^(?<owner>[\w.-]{1,100})\/(?<repo>(?!\.{1,2}$)[\w.-]{1,100})$/

async function readerOf(
  invocation: Invocation,
  main: string,
): Promise<{ readonly reader: SetupReader; readonly source: string }> {
  const { operands, env, terminal } = invocation
  const name = wordOf(invocation, 'repo')
  const [word = '.'] = operands
  if (name === undefined) {
    const source = await sourceOf(terminal.cwd, word)
    const reader =
      source.kind === 'folder'
        ? folderSetupReader(resolve(source.path))
        : await revisionSetupReader(terminal.cwd, word)
    return { reader, source: word }
  }
  if (operands.length > 0)
    throw new UsageError('--repo and a folder or revision exclude each other')
  const { owner, repo } = REPOSITORY.exec(name)?.groups ?? {}
  if (owner === undefined || repo === undefined)
    throw new UsageError(`"${printable(name)}" is no OWNER/NAME`)
  const token = env['GITHUB_TOKEN']
  if (!token) throw new UsageError('--repo needs a token in GITHUB_TOKEN')
  const baseUrl = apiUrlOf(invocation)
  const octokit = githubClient({
    auth: { token },
    clock: systemClock,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  })
  const appId = appIdOf(invocation)
  const options = { octokit, owner, repo, main, ...(appId === undefined ? {} : { appId }) }
  return { reader: githubSetupReader(options), source: name }
}

function appIdOf(invocation: Invocation): number | undefined {
  const text = wordOf(invocation, 'app-id')
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new UsageError(`"${printable(text)}" is no id of an app`)
}

/** The token goes there: no clear text but to this machine. */
function apiUrlOf(invocation: Invocation): string | undefined {
  const text = wordOf(invocation, 'api-url')
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url?.protocol === 'http:' && /^(?:localhost|127\.|\[::1\])/.test(url.hostname)
  if (url?.protocol === 'https:' || isLocal) return text
  throw new UsageError('--api-url must begin with https://')
}
