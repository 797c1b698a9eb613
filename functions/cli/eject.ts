import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { resolveCommit } from '../../lib/adapters/git/revision.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { tenantClusters } from '../../lib/adapters/kubernetes/tenant-clusters.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { writeStateFolder } from '../../lib/adapters/state-folder.ts'
import { managers } from '../../lib/pipeline/appliers/managers.ts'
import { plainTree } from '../../lib/pipeline/eject/plain-tree.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { ejectedText, readme, readmeBegins } from '../../lib/summary/ejected-text.ts'
import { plural } from '../../lib/summary/summary.ts'
import { stateBranchOf } from '../allocate/state-branch.ts'
import { eject } from '../eject.ts'
import { KUBECTL } from '../hand-over.ts'
import { systemClock } from '../system-clock.ts'
import { mainOf, repoOf, repositoryOptions } from './claims-repository.ts'
import { type Command, type ExitCode, type Invocation, UsageError } from './command.ts'
import { contextOption, isClusterNamed, leaseNamespaceOption } from './kubeconfig-options.ts'
import { accessOf } from './sync-options.ts'
import { wordOf } from './word-of.ts'

/** `netclaim eject`: a clean exit, from Git and from clusters. */
export const ejectCommand: Command = {
  usage: 'eject [--out DIR] [--kubeconfig FILE [--to APPLIER] [--write]]',
  about:
    'Leaves Netclaim. --out writes everything that is rendered as plain manifests, without our labels, annotations and admission policies. --kubeconfig shows what bears our marks in the management cluster and in the tenant clusters that the state names; with --write our admission policies are removed there, by which nobody else could change anything, and our labels, annotations and field ownership are taken off. Nothing else is removed and no value changes. A sync that still runs somewhere refuses afterwards. It may be stopped anywhere and run again. Ends with 1 when something could not be done.',
  options: {
    ...repositoryOptions,
    state: {
      type: 'string',
      placeholder: 'REV',
      about: 'the state commit (default: that of the state branch)',
    },
    out: {
      type: 'string',
      placeholder: 'DIR',
      about: 'where the manifests go: an empty folder, or an earlier output',
    },
    kubeconfig: { type: 'string', placeholder: 'FILE', about: 'the management cluster' },
    context: contextOption,
    namespace: leaseNamespaceOption,
    to: {
      type: 'string',
      placeholder: 'APPLIER',
      about: 'who applies the fields from now on: kubectl (default), flux or argocd',
    },
    write: { type: 'boolean', about: 'change the clusters' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim eject --out manifests --kubeconfig ~/.kube/config --write',
  async run(invocation): Promise<ExitCode> {
    const { options } = invocation
    const isAsked = isClusterNamed(invocation)
    if (wordOf(invocation, 'out') === undefined && !isAsked)
      throw new UsageError('eject needs --out DIR, --kubeconfig FILE or both')
    if (options['write'] === true && !isAsked)
      throw new UsageError('--write needs --kubeconfig or --context: the cluster is never guessed')
    const texts = await stateOf(invocation)
    writeManifests(invocation, texts)
    return isAsked ? free(invocation, texts) : 0
  },
}

async function stateOf(invocation: Invocation): Promise<StateTree> {
  const repo = repoOf(invocation)
  const repository = await gitRepository({ repo })
  const main = await mainOf(invocation, repo)
  const word = wordOf(invocation, 'state') ?? (await stateBranchOf(repository, main))
  return repository.readState(await resolveCommit(repo, word))
}

function writeManifests(invocation: Invocation, texts: StateTree): void {
  const out = wordOf(invocation, 'out')
  if (out === undefined) return
  const { value, findings } = plainTree(texts)
  const [damage] = findings
  if (damage !== undefined)
    throw new OutsideError(`the state cannot be written out whole: ${damage.message}`, {
      system: 'files',
      retryable: false,
    })
  const tree = new Map([...value, ['README.md', readme]])
  writeStateFolder(resolve(invocation.terminal.cwd, out), tree, {
    path: 'README.md',
    begins: readmeBegins,
  })
  invocation.terminal.out(`${plural(value.size, 'file')} in ${out}\n`)
}

async function free(invocation: Invocation, texts: StateTree): Promise<ExitCode> {
  const to = wordOf(invocation, 'to') ?? KUBECTL
  const manager = to === KUBECTL ? KUBECTL : managers[applierOf(to)]
  const write = invocation.options['write'] === true
  const cluster = kubernetesCluster({ access: await accessOf(invocation), clock: systemClock })
  try {
    const ejected = await eject({
      cluster,
      clock: systemClock,
      tenants: tenantClusters(systemClock),
      texts,
      to: manager,
      identity: `${hostname()}-${process.pid}-eject`,
      namespace: wordOf(invocation, 'namespace') ?? 'netclaim',
      write,
    })
    invocation.terminal.out(ejectedText(ejected, write))
    const isWhole = [...ejected.values()].every(
      (one) => typeof one !== 'string' && one.problems.length === 0,
    )
    return isWhole ? 0 : 1
  } finally {
    await cluster.close()
  }
}

function applierOf(word: string): 'flux' | 'argocd' {
  if (word === 'flux' || word === 'argocd') return word
  throw new UsageError('--to takes one of kubectl, flux, argocd')
}
