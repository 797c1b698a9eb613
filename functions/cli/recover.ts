import { resolveCommit } from '../../lib/adapters/git/revision.ts'
import { styleFor } from '../../lib/adapters/terminal.ts'
import type { Finding } from '../../lib/domain/finding.ts'
import { printable } from '../../lib/domain/printable.ts'
import type { Settings } from '../../lib/domain/settings.ts'
import { passOver, unreadIn } from '../../lib/pipeline/recover/unread.ts'
import { recoveryJson } from '../../lib/summary/recovery-json.ts'
import { recoveryText } from '../../lib/summary/recovery-text.ts'
import { planner } from '../allocate/planner.ts'
import { clusterGone } from '../recover/cluster-gone.ts'
import { isRefused, recoverBeside } from '../recover/write-recovery.ts'
import { mainOf, repoOf, repositoryOptions } from './claims-repository.ts'
import { type Command, type ExitCode, type Invocation, UsageError } from './command.ts'
import { contextOption, leaseNamespaceOption } from './kubeconfig-options.ts'
import { ownVersion } from './package-root.ts'
import { progressOn } from './progress.ts'
import { liveFacts } from './recover-facts.ts'
import { isJson } from './text-or-json.ts'
import { wordOf } from './word-of.ts'

/** `netclaim recover`: makes a state branch that was lost or damaged go on. */
export const recoverCommand: Command = {
  usage:
    'recover [--repo DIR] [--from REV|none] [--observed FILE|DIR | --kubeconfig FILE] [--pass-over OBJECTS] [--target TARGET] [--cluster-gone UID] [--write]',
  about:
    'Makes a state branch go on that was deleted, moved back or edited by hand, so that nothing is given twice: from the newest sound copy in this clone (the branch, those of remotes, reflogs, commits that nothing refers to); where that is older than what the cluster has, or there is none, by planning main again while live objects keep their addresses. What the cluster has is read from the branches that it reports to, unless an option says where else. Shows what would differ, and refuses where an address would move, or where something of the cluster cannot be read. Writes only with --write, and only in this repository. Ends with 1 when it is refused.',
  options: {
    ...repositoryOptions,
    from: {
      type: 'string',
      placeholder: 'REV|none',
      about: 'the copy that counts, such as one fetched from a mirror; none: go by no copy',
    },
    observed: {
      type: 'string',
      placeholder: 'FILE|DIR',
      about: 'Kubernetes objects of the cluster, as kubectl get -o yaml prints them',
    },
    kubeconfig: { type: 'string', placeholder: 'FILE', about: 'ask the cluster itself' },
    context: contextOption,
    namespace: leaseNamespaceOption,
    'pass-over': {
      type: 'string',
      placeholder: 'OBJECTS',
      about:
        'objects of the cluster that cannot be read, "OvnEip a,Service b/c": a person has seen that they hold nothing that Netclaim gives',
    },
    target: {
      type: 'string',
      placeholder: 'TARGET',
      about:
        'manifests or operator: what the cluster has been rendered for, where main said both and no copy tells',
    },
    'never-applied': { type: 'boolean', about: 'no cluster has ever applied anything' },
    'cluster-gone': {
      type: 'string',
      placeholder: 'UID',
      about:
        'the cluster of this uid is lost for good: every claim keeps what it has, for the next cluster that reports',
    },
    write: { type: 'boolean', about: 'set the branch' },
    format: { type: 'string', placeholder: 'FORMAT', about: 'text (default) or json' },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim recover --kubeconfig ~/.kube/config --write',
  run(invocation): Promise<ExitCode> {
    const gone = wordOf(invocation, 'cluster-gone')
    return gone === undefined ? goOn(invocation) : forget(invocation, gone)
  },
}

async function goOn(invocation: Invocation): Promise<ExitCode> {
  const { options, terminal } = invocation
  const wantsJson = isJson(invocation, 'recover')
  const progress = progressOn(terminal, options['quiet'] === true)
  const repo = repoOf(invocation)
  progress.step('reading what the cluster has')
  const live = await liveFacts(invocation, repo)
  const { passed, left } = unreadOf(invocation, live?.findings ?? [])
  progress.step('looking for the state')
  const from = await copyOf(invocation, repo)
  const asked = {
    planner,
    engine: ownVersion(),
    main: await mainOf(invocation, repo),
    neverApplied: options['never-applied'] === true,
    ...(from === undefined ? {} : { from }),
    ...targetOf(invocation),
    ...(live === undefined ? {} : { facts: live.value }),
    unread: left,
  }
  const recovered = await recoverBeside(repo, asked, options['write'] === true)
  progress.done()
  const shown = { ...recovered, passed }
  terminal.out(wantsJson ? recoveryJson(shown) : recoveryText(shown, styleFor(terminal.colour)))
  return isRefused(recovered) ? 1 : 0
}

/** What the options of a recovery say is of no use where the state is there and its cluster is not. */
async function forget(invocation: Invocation, uid: string): Promise<ExitCode> {
  const { options, terminal } = invocation
  const stray = Object.keys(options).find(
    (name) => !['repo', 'branch', 'cluster-gone', 'write', 'quiet'].includes(name),
  )
  if (stray !== undefined) throw new UsageError(`--cluster-gone and --${stray} exclude each other`)
  const repo = repoOf(invocation)
  const write = options['write'] === true
  const main = await mainOf(invocation, repo)
  const { branch, commit } = await clusterGone(repo, { main, engine: ownVersion(), uid, write })
  const name = printable(branch)
  terminal.out(
    write
      ? `${name} is at ${commit.slice(0, 12)}, for the next cluster that reports\nnext: netclaim allocate --never-applied, which frees what was on its way out, and git push origin ${name}\n`
      : `${name} would be at ${commit.slice(0, 12)}, for the next cluster that reports: --write sets it\n`,
  )
  return 0
}

/** What cannot be read of the cluster, but for what a person says holds nothing that Netclaim gives. */
function unreadOf(invocation: Invocation, findings: readonly Finding[]) {
  const names = (wordOf(invocation, 'pass-over') ?? '').split(',').map((name) => name.trim())
  const { unknown, ...split } = passOver(unreadIn(findings), names.filter(Boolean))
  const [first] = unknown
  if (first === undefined) return split
  throw new UsageError(
    `--pass-over "${printable(first)}" names no object that cannot be read, such as "OvnEip photon-prod-web"`,
  )
}

function targetOf(invocation: Invocation): { readonly target?: Settings['target'] } {
  const target = wordOf(invocation, 'target')
  if (target === undefined) return {}
  if (target === 'manifests' || target === 'operator') return { target }
  throw new UsageError(`--target is manifests or operator, not "${printable(target)}"`)
}

async function copyOf(invocation: Invocation, repo: string): Promise<string | undefined> {
  const word = wordOf(invocation, 'from')
  return word === undefined || word === 'none' ? word : resolveCommit(repo, word)
}
