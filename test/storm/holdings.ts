import { planner } from '../../functions/allocate/planner.ts'
import { allocate } from '../../functions/allocate.ts'
import { makeState } from '../../functions/make-state.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import type { Texts } from '../../lib/ports/repository.ts'
import { gitIn } from '../git/sandbox.ts'
import { ENGINE } from './fleet.ts'

export const STATE = 'netclaim/state'

export async function stateOf(dir: string): Promise<Texts> {
  return (await gitRepository({ repo: dir })).readState(gitIn(dir, 'rev-parse', STATE))
}

/** The state that one undisturbed run on the spot makes of the same main, from nothing. */
export async function replayed(
  dir: string,
  { first, copy }: { readonly first: string; readonly copy: string },
): Promise<Texts> {
  gitIn(dir, 'clone', '--quiet', '--bare', '--single-branch', '--branch=main', dir, copy)
  const last = gitIn(copy, 'rev-parse', 'main')
  gitIn(copy, 'remote', 'remove', 'origin')
  gitIn(copy, 'update-ref', 'refs/heads/main', first)
  await makeState(copy, { planner, engine: ENGINE })
  gitIn(copy, 'update-ref', 'refs/heads/main', last)
  const repository = await gitRepository({ repo: copy })
  await allocate(repository, { planner, engine: ENGINE, main: 'main', state: STATE })
  return stateOf(copy)
}

/** Addresses that are held, and the claims of main that the ledger does not know. */
export function holdings(dir: string, state: Texts) {
  const { books } = readState(state).value
  const entries = [...books].flatMap(([namespace, book]) =>
    [...book.values()].map((entry) => ({
      ...entry,
      owner: `${namespace} ${entry.kind} ${entry.name}`,
    })),
  )
  const known = new Set(
    entries.flatMap(({ phase, owner }) =>
      phase === 'held' || phase === 'rejected' ? [owner] : [],
    ),
  )
  const held = entries.flatMap((one) =>
    'address' in one && one.address !== undefined && one.phase !== 'rejected'
      ? [String(one.address)]
      : [],
  )
  return { held, missing: claimsOn(dir).filter((owner) => !known.has(owner)) }
}

/** `<namespace> <kind> <name>` of every claim on main. */
function claimsOn(dir: string): readonly string[] {
  const files = gitIn(dir, 'ls-tree', '-r', '--name-only', 'main', 'environments/').split('\n')
  return files.flatMap((path) => {
    const text = gitIn(dir, 'show', `main:${path}`)
    const found = text.matchAll(/^kind: (\w+)\nmetadata: \{name: ([\w-]+)/gm)
    return [...found].map(([, kind, name]) => `${path.split('/')[1]} ${kind} ${name}`)
  })
}
