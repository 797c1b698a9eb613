import { outside } from '../../lib/adapters/git/git.ts'
import { inScratchClone } from '../../lib/adapters/git/scratch-clone.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { printable } from '../../lib/domain/printable.ts'
import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import { forgetCluster } from '../../lib/pipeline/recover/forget-cluster.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { commitMessage } from '../allocate/commit-message.ts'
import { observedPrefix, readObserved } from '../allocate/observed.ts'
import { stateBranchOf } from '../allocate/state-branch.ts'

/** A cluster that will never be there again. */
export interface GoneCluster {
  /** The branch of the claims. */
  readonly main: string
  readonly engine: string
  /** uid of its kube-system, as a person named it. */
  readonly uid: string
  readonly write: boolean
}

/** The branch of the state, and its commit that is for no cluster any more. */
export interface Forgotten {
  readonly branch: string
  readonly commit: string
}

/**
 * Makes the state go on without the cluster that it was for: the next one that reports is the one. Throws `OutsideError`
 * where the state is for another cluster, is damaged, or where a branch still tells of that one.
 */
export async function clusterGone(repo: string, gone: GoneCluster): Promise<Forgotten> {
  const { main, engine, uid, write } = gone
  const repository = await gitRepository({ repo })
  const branch = await stateBranchOf(repository, main)
  const parent = (await repository.tips({ names: [branch], below: [] })).get(branch)
  if (parent === undefined) throw outside(`there is no branch "${printable(branch)}"`)
  const texts = await repository.readState(parent)
  const { value: state, findings } = readState(texts, 'whole')
  const [damage] = findings
  if (damage !== undefined) throw outside(`${damage.message}: netclaim recover comes first`)
  if (state.cluster !== uid)
    throw outside(
      `the state is ${state.cluster === undefined ? 'for no cluster yet' : `that of cluster ${state.cluster}`}, not of ${printable(uid)}`,
    )
  const tips = await repository.tips({ names: [], below: [observedPrefix] })
  for (const [path, text] of (await readObserved(repository, tips)).files) {
    if (readFacts(new Map([[path, text]])).value.uid !== uid) continue
    const name = path.replace(/^observed\/|\.yaml$/g, '')
    throw outside(
      `${observedPrefix}${name} tells of that cluster: delete the branch, and the key that writes it, first`,
    )
  }
  const source = await repository.commit(state.source ?? parent)
  const next = {
    parent,
    changes: forgetCluster(texts),
    message: commitMessage(source, 'never-applied', engine, []),
    seconds: source.seconds,
  }
  // What only tells leaves nothing that `netclaim recover` could take for a newer copy.
  const commit = write
    ? await repository.write(next)
    : await inScratchClone(repo, async (scratch) =>
        (await gitRepository({ repo: scratch })).write(next),
      )
  if (write && !(await repository.move(branch, commit, parent)))
    throw outside(`branch "${printable(branch)}" was moved by someone else meanwhile`, true)
  return { branch, commit }
}
