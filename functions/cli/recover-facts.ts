import { resolve } from 'node:path'
import { readObserved as readObservedFiles } from '../../lib/adapters/folder.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Facts } from '../../lib/domain/facts.ts'
import type { Checked } from '../../lib/domain/finding.ts'
import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import { observedPrefix, readObserved } from '../allocate/observed.ts'
import { stateBranchOf } from '../allocate/state-branch.ts'
import { factsOfCluster } from '../recover/facts-of-cluster.ts'
import { systemClock } from '../system-clock.ts'
import { headerOf } from '../tell/state-step.ts'
import { mainOf } from './claims-repository.ts'
import { type Invocation, UsageError } from './command.ts'
import { isClusterNamed } from './kubeconfig-options.ts'
import { accessOf } from './sync-options.ts'
import { wordOf } from './word-of.ts'

/**
 * What the cluster has: by a kubeconfig, by files, else by what it reported to the repository, with findings for what cannot
 * be read; undefined where nothing tells. Throws `OutsideError` where nothing can be had of it.
 */
export async function liveFacts(
  invocation: Invocation,
  repo: string,
): Promise<Checked<Facts> | undefined> {
  const file = wordOf(invocation, 'observed')
  const isAsked = isClusterNamed(invocation)
  if (file !== undefined && isAsked)
    throw new UsageError('--observed and --kubeconfig exclude each other')
  if (isAsked) return fromCluster(invocation)
  if (file === undefined) return reportedTo(invocation, repo)
  const files = readObservedFiles(resolve(invocation.terminal.cwd, file))
  if (files.size > 0) return readFacts(files)
  throw unusable(`"${file}" holds no objects`)
}

async function fromCluster(invocation: Invocation): Promise<Checked<Facts>> {
  const cluster = kubernetesCluster({ access: await accessOf(invocation), clock: systemClock })
  try {
    return await factsOfCluster(cluster, {
      clock: systemClock,
      namespace: wordOf(invocation, 'namespace') ?? 'netclaim',
    })
  } finally {
    await cluster.close()
  }
}

/** A state branch that is there says which clusters nobody hears any more. */
async function reportedTo(
  invocation: Invocation,
  repo: string,
): Promise<Checked<Facts> | undefined> {
  const repository = await gitRepository({ repo })
  const branch = await stateBranchOf(repository, await mainOf(invocation, repo))
  const tips = await repository.tips({ names: [branch], below: [observedPrefix] })
  const { files } = await readObserved(repository, tips)
  if (files.size === 0) return undefined
  const state = tips.get(branch)
  const header = state === undefined ? undefined : await headerOf(repository, state)
  return readFacts(files, header?.gone)
}

function unusable(message: string): OutsideError {
  return new OutsideError(message, { system: 'files', retryable: false })
}
