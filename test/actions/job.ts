import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../functions/cli/run.ts'
import { type JobParts, runFunction } from '../../functions/cli/run-function.ts'
import type { JobEnvironment } from '../../lib/adapters/actions/job-environment.ts'
import type { Terminal } from '../../lib/adapters/terminal.ts'
import { commitFiles, gitIn, newRepository } from '../git/sandbox.ts'

export const TOKEN = 'ghs_1_SeCrEt.token-of-the.job'
export const REPOSITORY = 'acme/claims'

/** A server's folder with a bare repository of claims, and a clone to work in. */
export interface Server {
  readonly root: string
  readonly bare: string
  readonly clone: string
  readonly main: string
}

/** Makes a claims repository with its state on a server that is a folder. */
export async function claimsServer(root: string): Promise<Server> {
  const bare = join(root, 'server', REPOSITORY)
  const clone = join(root, 'clone')
  const say = () => undefined
  const looks = { colour: false, interactive: false, width: 80, cwd: root }
  await run(['init', clone], { out: say, err: say, ...looks })
  newRepository(bare, '--bare')
  gitIn(clone, 'remote', 'add', 'origin', bare)
  gitIn(clone, 'push', '--quiet', 'origin', 'main', 'netclaim/state')
  return { root, bare, clone, main: gitIn(clone, 'rev-parse', 'main') }
}

/** Pushes a change as the head of a pull request, and gives its commit. */
export function pullRequest(
  { clone }: Server,
  number: number,
  files: Readonly<Record<string, string | undefined>>,
): string {
  gitIn(clone, 'checkout', '--quiet', '-B', `pr-${number}`, 'main')
  const head = commitFiles(clone, files)
  gitIn(clone, 'push', '--quiet', '--force', 'origin', `HEAD:refs/pull/${number}/head`)
  gitIn(clone, 'checkout', '--quiet', 'main')
  return head
}

/** The claim of one more address, with what stands in its spec. */
export function eipClaim(name: string, spec: string): string {
  return `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: ${name}
  namespace: example
spec:
  ${spec}
`
}

/** A `pull_request` event, as far as a job may look at it. */
export function pullRequestEvent(number: number, head: string, more: object = {}): object {
  return {
    action: 'synchronize',
    number,
    pull_request: {
      number,
      draft: false,
      state: 'open',
      merged: false,
      title: '::error::a title',
      head: { sha: head, ref: 'topic', repo: { full_name: 'stranger/claims' } },
      base: { ref: 'main', sha: head },
      ...more,
    },
  }
}

/** What a command wrote, and what it left. */
export interface JobRan {
  readonly code: number
  readonly out: string
  readonly err: string
}

let jobs = 0

/** The variables that GitHub sets for a job. */
export function jobVariables(
  { root }: Pick<Server, 'root'>,
  name: string,
  event: object,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> & { readonly GITHUB_STEP_SUMMARY: string } {
  jobs += 1
  const temporary = join(root, `job-${jobs}`)
  mkdirSync(temporary)
  const file = (base: string, text: string) => {
    writeFileSync(join(temporary, base), text)
    return join(temporary, base)
  }
  return {
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event)),
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_SHA: '0'.repeat(40),
    GITHUB_SERVER_URL: `file://${root}/server`,
    GITHUB_API_URL: 'http://127.0.0.1:9',
    GITHUB_STEP_SUMMARY: file('summary.md', ''),
    GITHUB_TOKEN: TOKEN,
    RUNNER_TEMP: temporary,
    ...more,
  }
}

/** Runs `netclaim run` with these parts. */
export async function runJob(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  partsFor: (job: JobEnvironment) => JobParts,
): Promise<JobRan> {
  let [out, err] = ['', '']
  const terminal: Terminal = {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    colour: false,
    interactive: false,
    width: 80,
    cwd: '/',
  }
  const [operand = '', ...words] = args
  const options = Object.fromEntries(
    words.map((word) => word.replace(/^--/, '').split('=') as [string, string]),
  )
  const command = runFunction(partsFor)
  try {
    const code = await command.run({ operands: [operand], options, terminal, env })
    return { code, out, err }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { code: 2, out, err: `${error.name}: ${error.message}` }
  }
}
