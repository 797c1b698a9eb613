import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readObserved, readStateFolder } from '../../lib/adapters/folder.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { Checked } from '../../lib/domain/finding.ts'
import type { CheckRequest } from '../../lib/pipeline/check-request.ts'
import { keptFacts } from '../../lib/pipeline/facts/kept-facts.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import type { Invocation } from './command.ts'
import { namingBoth, type Source, sourceOf } from './folder-or-revision.ts'
import { ownVersion } from './package-root.ts'
import type { Progress } from './progress.ts'
import { readClaims } from './read-claims.ts'
import { type Revisions, readTouched } from './read-touched.ts'
import { noState, requireClaims, requireState } from './require-trees.ts'
import { wordOf } from './word-of.ts'

/** The request; its findings are about the facts alone. `sources` says what was read, for people. */
export interface Inputs extends Checked<CheckRequest> {
  readonly sources: readonly string[]
}

/**
 * Reads what the options name: of three revisions only what the change touches, unless all is wanted. Throws
 * `OutsideError` for what is not there.
 */
export async function readInputs(
  invocation: Invocation,
  progress: Progress,
  whole = false,
): Promise<Inputs> {
  const from = (name: string) => wordOf(invocation, name)
  const { cwd } = invocation.terminal
  progress.step('reading what the cluster shows')
  const facts = await optional(from('observed'), (word) => readObservedAt(cwd, word))
  const rest = { ...(facts === undefined ? {} : { facts: facts.value }), engine: ownVersion() }
  const findings = facts?.findings ?? []
  const sources = sourcesOf(from)
  const named = await sourcesIn(cwd, from)
  const commits = whole ? undefined : revisionsOf(named)
  if (commits !== undefined) {
    progress.step('reading what the change touches')
    return { value: await readTouched(cwd, commits, rest), findings, sources }
  }
  progress.step('reading the head')
  const head = await readClaims(cwd, named.head)
  progress.step('reading the base')
  const base = await optional(named.base, (source) => readClaims(cwd, source))
  progress.step('reading the state')
  const state = await optional(named.state, (source) => readStateOf(cwd, source))
  requireClaims(named.head.word, head, base)
  const kept = facts === undefined && state !== undefined ? keptFacts(state) : undefined
  return {
    value: {
      head,
      ...(base === undefined ? {} : { base }),
      ...(state === undefined ? {} : { state }),
      ...(kept === undefined ? {} : { facts: kept }),
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

async function optional<T, U>(
  given: T | undefined,
  read: (given: T) => Promise<U>,
): Promise<U | undefined> {
  return given === undefined ? undefined : read(given)
}

/** Where head, base and state come from. */
interface Named {
  readonly head: Source
  readonly base: Source | undefined
  readonly state: Source | undefined
}

async function sourcesIn(cwd: string, from: (name: string) => string | undefined): Promise<Named> {
  const find = (word: string) => sourceOf(cwd, word)
  return {
    head: await find(from('head') ?? '.'),
    base: await optional(from('base'), find),
    state: await optional(from('state'), find),
  }
}

/** The three revisions, when all three are revisions: then only what differs has to be read. */
function revisionsOf({ head, base, state }: Named): Revisions | undefined {
  const kinds = [head, base, state].map((source) => source?.kind)
  if (base === undefined || state === undefined || kinds.includes('folder')) return undefined
  return { head: head.word, base: base.word, state: state.word }
}

async function readStateOf(cwd: string, source: Source): Promise<StateTree> {
  const { word } = source
  if (source.kind === 'folder') {
    // Before anything is read: it may be any folder of this machine.
    if (!existsSync(join(source.path, 'state.yaml'))) throw noState(word)
    return readStateFolder(source.path)
  }
  const { readState } = await import('../../lib/adapters/git.ts')
  const state = await namingBoth(word, () => readState(cwd, word))
  requireState(word, state)
  return state
}

async function readObservedAt(cwd: string, word: string): Promise<Checked<Facts>> {
  const files = readObserved(resolve(cwd, word))
  const { holdsNothing, readFacts } = await import('../../lib/pipeline/facts/read-facts.ts')
  const { value, findings } = readFacts(files)
  return { value, findings: files.size === 0 ? [holdsNothing(word)] : findings }
}
