import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { outside as refusal } from '../../lib/adapters/git/git.ts'
import { zeroId } from '../../lib/adapters/git/refs.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { occasionSubjects } from '../../lib/pipeline/history/state-step.ts'
import type { Imported } from '../../lib/pipeline/import/import-objects.ts'
import { stateFiles } from '../../lib/pipeline/import/state-files.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import { plural } from '../../lib/summary/summary.ts'
import type { Planned } from '../allocate/build.ts'
import { planner } from '../allocate/planner.ts'
import { stateBranchOf } from '../allocate/state-branch.ts'
import { allocate } from '../allocate.ts'
import { firstCommit, makeRepository } from '../cli/init-repository.ts'
import { publishFacts } from '../sync/publish-facts.ts'

/** Files after which it is said again how far this is. */
const STEP = 100

/** What becomes of an import, and where. */
export interface WriteOptions {
  /** An empty folder, or none. */
  readonly dir: string
  /** Files beside those of the import: the template's, and what tells of it. */
  readonly files: ReadonlyMap<string, string>
  /** What the cluster is called: its facts stand on a branch of that name. */
  readonly cluster: string
  readonly engine: string
  readonly clock: Clock
  readonly progress: (doing: string) => void
}

/**
 * Makes the claims repository: `main`, the facts on the cluster's own branch, and the state branch. Its first commit is the
 * ledger that was imported, its second the plan of `main` on that ledger, by the very function that plans all later ones.
 */
export async function writeRepository(
  { files, state, facts }: Pick<Imported, 'files' | 'state' | 'facts'>,
  { dir, cluster, engine, clock, progress, ...more }: WriteOptions,
): Promise<readonly Planned[]> {
  const all = [...more.files, ...files]
  for (const [n, [path, text]] of all.entries()) {
    if (n % STEP === 0) progress(`writing files, ${n} of ${all.length}`)
    write(join(dir, path), text)
  }
  progress(`committing ${all.length} files to main`)
  await makeRepository(dir)
  await firstCommit(dir, `Import what ${cluster} has`)
  const repository = await gitRepository({ repo: dir })
  const branch = await stateBranchOf(repository, 'main')
  const tip = (await repository.tips({ names: ['main'], below: [] })).get('main')
  if (tip === undefined) throw new Error('a repository without its first commit')
  progress(`writing the ledger of ${plural(state.books.size, 'environment')}`)
  const { seconds } = await repository.commit(tip)
  const first = await repository.write({
    changes: stateFiles({ ...state, source: tip, engine }),
    message: ledgerMessage(cluster, tip, engine),
    seconds,
  })
  if (!(await repository.move(branch, first, zeroId(tip))))
    throw refusal(`branch "${printable(branch)}" is there already`)
  await publishFacts({ repository, cluster, clock }, { facts, state, published: {} })
  progress(`planning ${plural(state.books.size, 'environment')}`)
  return allocate(repository, { planner, engine, main: 'main', state: branch })
}

/** As of all that Netclaim writes there. */
function ledgerMessage(cluster: string, source: string, engine: string): string {
  const trailers = [`Source: ${source}`, `Engine: ${engine}`, 'Findings: 0 errors, 0 warnings']
  return `${occasionSubjects.import} ${cluster}\n\n${trailers.join('\n')}\n`
}

function write(full: string, text: string): void {
  try {
    mkdirSync(dirname(full), { recursive: true })
    // A file that came meanwhile is somebody's.
    writeFileSync(full, text, { flag: 'wx' })
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException
    throw new OutsideError(`"${printable(full)}" cannot be written: ${code}`, {
      system: 'files',
      retryable: false,
      cause,
    })
  }
}
