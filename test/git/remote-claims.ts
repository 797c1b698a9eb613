import { join } from 'node:path'
import { planner } from '../../functions/allocate/planner.ts'
import { makeState } from '../../functions/make-state.ts'
import { platformFile } from '../plan/files.ts'
import { commitFiles, gitIn, newRepository } from './sandbox.ts'

const STATE = 'netclaim/state'
type Files = Readonly<Record<string, string | undefined>>

/** A claims repository that is a bare remote, and the clone of who commits to its main. */
export interface RemoteClaims {
  /** The remote. */
  readonly remote: string
  /** The clone. */
  readonly work: string
  /** Commits; gives the commit. */
  change(files: Files): string
  push(...options: readonly string[]): void
  /** All that was given and rendered, by which version, and in how many commits. */
  end(): { readonly tree: string; readonly engine: string | undefined; readonly commits: string }
}

/** Makes both branches of one. */
export async function remoteClaims(
  scratch: string,
  name: string,
  { files, engine }: { readonly files: Files; readonly engine: string },
): Promise<RemoteClaims> {
  const work = newRepository(join(scratch, `${name}-work`))
  commitFiles(work, { 'platform/kmetal.yaml': platformFile(), ...files })
  await makeState(work, { planner, engine })
  const remote = join(scratch, `${name}.git`)
  gitIn(scratch, 'clone', '--quiet', '--bare', work, remote)
  gitIn(work, 'remote', 'add', 'origin', remote)
  return {
    remote,
    work,
    change: (changed) => commitFiles(work, changed),
    push: (...options) => void gitIn(work, 'push', '--quiet', ...options, 'origin', 'main'),
    end: () => ({
      tree: gitIn(remote, 'ls-tree', '-r', STATE, 'allocations', 'rendered'),
      engine: /^engine: .*$/m.exec(gitIn(remote, 'show', `${STATE}:state.yaml`))?.[0],
      commits: gitIn(remote, 'rev-list', '--count', STATE),
    }),
  }
}
