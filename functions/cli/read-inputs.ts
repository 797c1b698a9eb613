import { resolve } from 'node:path'
import { readFolder, readObserved, readStateFolder } from '../../lib/adapters/folder.ts'
import type { Tree } from '../../lib/domain/document.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { Checked } from '../../lib/domain/finding.ts'
import type { CheckRequest } from '../../lib/pipeline/check-request.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import type { Invocation } from './command.ts'
import { isFolder, namingBoth } from './folder-or-revision.ts'
import { ownVersion } from './package-root.ts'
import type { Progress } from './progress.ts'
import { readTouched, revisionsOf } from './read-touched.ts'

/** Paths of the claims repository that are read out of a revision. */
const readPart = ['netclaim.yaml', 'platform', 'environments', 'acknowledgements']

/** The request; its findings are about the facts alone. `sources` says what was read, for people. */
export interface Inputs extends Checked<CheckRequest> {
  readonly sources: readonly string[]
}

/** Reads what the options name. Throws `OutsideError` for what is not there. */
export async function readInputs(invocation: Invocation, progress: Progress): Promise<Inputs> {
  const from = (name: string) => wordOf(invocation, name)
  const { cwd } = invocation.terminal
  progress.step('reading what the cluster shows')
  const facts = await optional(from('observed'), (word) => readObservedAt(cwd, word))
  const rest = { ...(facts === undefined ? {} : { facts: facts.value }), engine: ownVersion() }
  const findings = facts?.findings ?? []
  const sources = sourcesOf(from)
  const commits = revisionsOf(cwd, from)
  if (commits !== undefined) {
    progress.step('reading what the change touches')
    return { value: await readTouched(cwd, commits, rest), findings, sources }
  }
  progress.step('reading the head')
  const head = await readClaims(cwd, from('head') ?? '.')
  progress.step('reading the base')
  const base = await optional(from('base'), (word) => readClaims(cwd, word))
  progress.step('reading the state')
  const state = await optional(from('state'), (word) => readStateOf(cwd, word))
  return {
    value: {
      head,
      ...(base === undefined ? {} : { base }),
      ...(state === undefined ? {} : { state }),
      ...rest,
    },
    findings,
    sources,
  }
}

function sourcesOf(from: (name: string) => string | undefined): readonly string[] {
  return [
    `head ${from('head') ?? 'the working directory'}`,
    `base ${from('base') ?? 'nothing'}`,
    ...['state', 'observed'].flatMap((name) => (from(name) ? [`${name} ${from(name)}`] : [])),
    `netclaim ${ownVersion()}`,
  ]
}

function wordOf({ options }: Invocation, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

async function optional<T>(
  word: string | undefined,
  read: (word: string) => Promise<T>,
): Promise<T | undefined> {
  return word === undefined ? undefined : read(word)
}

/** An existing folder is a folder; any other word is a revision of the repository we stand in. */
async function readClaims(cwd: string, word: string): Promise<Tree> {
  if (isFolder(resolve(cwd, word))) return readFolder(resolve(cwd, word))
  const { readRevision } = await import('../../lib/adapters/git.ts')
  return namingBoth(word, () => readRevision(cwd, word, readPart))
}

async function readStateOf(cwd: string, word: string): Promise<StateTree> {
  if (isFolder(resolve(cwd, word))) return readStateFolder(resolve(cwd, word))
  const { readState } = await import('../../lib/adapters/git.ts')
  return namingBoth(word, () => readState(cwd, word))
}

async function readObservedAt(cwd: string, word: string): Promise<Checked<Facts>> {
  const files = readObserved(resolve(cwd, word))
  const { readFacts } = await import('../../lib/pipeline/facts/read-facts.ts')
  return readFacts(files)
}
