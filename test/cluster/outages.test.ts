import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gitSource } from '../../functions/sync/git-source.ts'
import type { SyncOptions } from '../../functions/sync/options.ts'
import type { StateSource } from '../../functions/sync/state-source.ts'
import { tellFailure } from '../../functions/sync/tell-failure.ts'
import { tellSynced } from '../../functions/sync/tell-synced.ts'
import type { Synced } from '../../functions/sync.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { inCluster } from '../../lib/adapters/kubernetes/in-cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import type { RunReport } from '../../lib/pipeline/sync-report/run-report.ts'
import type { Cluster } from '../../lib/ports/cluster.ts'
import { environment } from '../functions/claims.ts'
import { claim, eips } from '../plan/files.ts'
import { breakingProxy } from './breaking-proxy.ts'
import { disturbed } from './disturbed.ts'
import { hasApiServer, START_MS } from './real-api-server.ts'
import { openSyncStage, outcomes, type SyncStage } from './sync-stage.ts'

const names = Array.from({ length: 8 }, (_, n) => `tenant-${n}`)
const lab = (name: string) => `environments/${name}/lab.yaml`
const files: Readonly<Record<string, string>> = Object.assign(
  {},
  ...names.map((name, n) => ({
    ...environment(name, 100 + n),
    [lab(name)]: claim(
      'SubnetClaim',
      'lab',
      `{cidrBlock: 10.${200 + n}.0.0/24, enableSnatRule: true}`,
    ),
  })),
)

/**
 * Each fault meets a sync that has addresses to add for every tenant and a rule of one to take away; afterwards all is as
 * Git says, nothing was deleted but that rule, and what was reported was so.
 */
describe.skipIf(!hasApiServer)('a fault in the middle of a sync on a real API server', () => {
  let stage: SyncStage
  const folder = mkdtempSync(join(tmpdir(), 'nc-outages-'))
  let round = 0
  const sent: RunReport[] = []
  beforeAll(async () => {
    stage = await openSyncStage(files, names, 'without controllers')
    await stage.sync(quick)
  }, START_MS)
  afterEach(() => void sent.splice(0))
  afterAll(async () => {
    await stage.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  // No controller runs here, so nothing becomes healthy, and nothing is waited for.
  const quick = { waitMs: 1 }
  const by = {
    clock: systemClock,
    name: 'one',
    send: async (_: string, one: RunReport) => void sent.push(one),
  }

  /** Git wants an address more of every tenant, and a subnet less of one; gives what that one's rule is called. */
  async function change(): Promise<string> {
    const name = names[round] ?? ''
    round += 1
    const path = (one: string) => `environments/${one}/eips-${round}.yaml`
    await stage.repo.change({
      ...Object.fromEntries(names.map((one) => [path(one), eips(2, 10 * round)])),
      [lab(name)]: undefined,
    })
    return `OvnSnatRule ${name}-lab`
  }

  async function run(cluster: Cluster, more: Partial<SyncOptions> = {}): Promise<Synced> {
    const synced = await stage.sync({ ...quick, cluster, ...more })
    await tellSynced(synced, { ...by, cluster, repository: stage.repo.repository })
    return synced
  }

  /** Every object that was said to be well, or to be gone, is; and no others than `rule` and what mirrors its claim went. */
  async function judge(before: readonly string[], synced: Synced, rule: string): Promise<void> {
    const ids = Object.keys(await stage.revisions())
    const missing = before.filter((id) => !ids.includes(id))
    const carries = missing.filter(
      (id) => !/^(?:SubnetClaim|NetworkAttachmentDefinition) /.test(id),
    )
    expect(carries.filter((id) => id !== rule)).toEqual([])
    const next = outcomes(await stage.sync({ mode: 'dry-run' }))
    const said = (...what: readonly string[]) =>
      synced.run.objects.flatMap(({ id, outcome }) => (what.includes(outcome) ? [id] : []))
    expect(said('applied', 'unchanged').filter((id) => next[id] !== 'unchanged')).toEqual([])
    expect(said('removed').filter((id) => ids.includes(id))).toEqual([])
  }

  async function converges(rule: string): Promise<void> {
    const seen = Object.values(outcomes(await stage.sync(quick)))
    expect(new Set(seen).difference(new Set(['applied', 'unchanged', 'removed']))).toEqual(
      new Set(),
    )
    const again = await stage.sync(quick)
    expect(new Set(Object.values(outcomes(again)))).toEqual(new Set(['unchanged']))
    expect(Object.keys(await stage.revisions())).not.toContain(rule)
  }

  const access = () => kubeconfigAccess(systemClock, { file: stage.api.kubeconfig })
  const ids = async () => Object.keys(await stage.revisions())
  const report = () => {
    const [one] = sent
    if (one === undefined || sent.length > 1) throw new Error(`${sent.length} reports`)
    return one
  }

  test('etcd that stands still for a while is waited for', async () => {
    const rule = await change()
    const before = await ids()
    const pid = stage.api.pids['etcd'] ?? 0
    const stall = async () => {
      process.kill(pid, 'SIGSTOP')
      setTimeout(() => process.kill(pid, 'SIGCONT'), 8_000)
    }
    const synced = await run(disturbed(stage.cluster, 5, stall))
    expect(report()).toMatchObject({ state: 'pending', details: { failing: 0 } })
    await judge(before, synced, rule)
    await converges(rule)
  })

  test('connections that break, in calls and in answers, are made again', async () => {
    const rule = await change()
    const before = await ids()
    const proxy = await breakingProxy(new URL(stage.api.server))
    const server = `https://127.0.0.1:${proxy.port}`
    const cluster = kubernetesCluster({
      access: { ...(await access()), server },
      clock: systemClock,
    })
    const synced = await run(cluster)
    await cluster.close()
    await proxy.close()
    expect(proxy.cuts()).toBeGreaterThan(3)
    expect(report()).toMatchObject({ state: 'pending', details: { failing: 0 } })
    await judge(before, synced, rule)
    await converges(rule)
  })

  test('an API server that is killed, and comes again, is waited for', async () => {
    const rule = await change()
    const before = await ids()
    const kill = async () => {
      await stage.api.tell('kill kube-apiserver')
      setTimeout(() => void stage.api.tell('start kube-apiserver'), 2_000)
    }
    const synced = await run(disturbed(stage.cluster, 5, kill))
    expect(report()).toMatchObject({ state: 'pending', details: { failing: 0 } })
    await judge(before, synced, rule)
    await converges(rule)
  })

  test('an API server that stays away is reported object by object, then as a run that is none', async () => {
    const rule = await change()
    const before = await ids()
    const cluster = kubernetesCluster({
      access: await access(),
      clock: systemClock,
      patienceMs: 2_000,
    })
    const kill = () => stage.api.tell('kill kube-apiserver')
    const synced = await run(disturbed(cluster, 9, kill))
    expect(report()).toMatchObject({ state: 'failure' })
    const { details } = report()
    expect(details?.failing).toBeGreaterThan(5)
    expect(details?.failed[0]).toMatchObject({
      what: 'failed',
      why: expect.stringContaining('gave no answer'),
    })
    sent.splice(0)
    const error = await run(cluster).catch((thrown: unknown) => thrown)
    await tellFailure(error, by)
    expect(report()).toMatchObject({
      state: 'error',
      message: expect.stringMatching(/^failed, because the Kubernetes API gave no answer to GET /),
    })
    await cluster.close()
    await stage.api.tell('start kube-apiserver')
    await judge(before, synced, rule)
    await converges(rule)
  })

  test('a policy that says no to some holds up what needs them, and nothing else', async () => {
    const rule = await change()
    const before = await ids()
    const victim = `OvnEip ${names.at(-1) ?? ''}-eip-${10 * round}`
    const subnet = rule.replace('OvnSnatRule', 'Subnet')
    stage.kubectl('apply', '-f', denying(victim, rule))
    await expect.poll(() => isDenied(rule), { timeout: 20_000 }).toBe(true)
    // As if the state wanted neither the rule nor the Subnet that it stands on.
    const source = await without(`subnetclaim-lab`, rule)
    const synced = await run(stage.cluster, { source })
    const seen = outcomes(synced)
    expect(Object.values(seen).filter((one) => one === 'applied')).toHaveLength(
      4 * names.length - 1,
    )
    expect([seen[victim], seen[rule], seen[subnet]]).toEqual(['refused', 'refused', 'to-remove'])
    const why = expect.stringContaining('not today')
    expect(report()).toMatchObject({
      state: 'failure',
      details: {
        failing: 2,
        failed: [
          { object: victim, what: 'refused', why },
          { object: rule, what: 'refused', why },
        ],
        waiting: expect.arrayContaining([
          { object: subnet, what: 'to-remove', why: `${rule} must be gone first` },
        ]),
      },
    })
    await judge(before, synced, rule)
    expect(await ids()).toEqual(expect.arrayContaining([rule, subnet]))
    stage.kubectl('delete', 'validatingadmissionpolicybinding,validatingadmissionpolicy', 'no-some')
    await expect.poll(() => isDenied(rule), { timeout: 20_000 }).toBe(false)
    await converges(rule)
  })

  /** The state without the files of the rule's environment that are called so. */
  async function without(name: string, rule: string): Promise<StateSource> {
    const fetched = await gitSource(stage.repo.repository, { main: 'main' }).latest(undefined)
    const tenant = names.find((one) => rule.includes(`${one}-`)) ?? ''
    const texts = [...fetched.texts].filter(([path]) => !path.includes(`${tenant}/${name}`))
    return { latest: async () => ({ ...fetched, texts: new Map(texts) }) }
  }

  function isDenied(rule: string): boolean {
    try {
      stage.kubectl('delete', 'ovn-snat-rule', rule.split(' ')[1] ?? '', '--dry-run=server')
      return false
    } catch (error) {
      return String(error).includes('not today')
    }
  }

  /** A file with a policy that says no to some objects. */
  function denying(...denied: readonly string[]): string {
    const file = join(folder, 'no-some.json')
    const called = JSON.stringify(denied.map((id) => id.split(' ')[1]))
    const metadata = { name: 'no-some' }
    const apiVersion = 'admissionregistration.k8s.io/v1'
    const rule = {
      apiGroups: ['kubeovn.io'],
      apiVersions: ['v1'],
      operations: ['CREATE', 'UPDATE', 'DELETE'],
      resources: ['ovn-eips', 'ovn-snat-rules'],
    }
    const policy = {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata,
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: `!(request.name in ${called})`, message: 'not today' }],
      },
    }
    const binding = {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata,
      spec: { policyName: 'no-some', validationActions: ['Deny'] },
    }
    writeFileSync(
      file,
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [policy, binding] }),
    )
    return file
  }

  describe('a token of a service account', () => {
    let cluster: KubernetesCluster
    beforeAll(async () => {
      stage.kubectl('create', 'serviceaccount', 'sync', '-n', 'netclaim')
      stage.kubectl(
        'create',
        'clusterrolebinding',
        'sync',
        '--clusterrole=cluster-admin',
        '--serviceaccount=netclaim:sync',
      )
      copyFileSync(stage.api.caFile, join(folder, 'ca.crt'))
      give('first')
      const { hostname, port } = new URL(stage.api.server)
      const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port }
      const access = inCluster(env, systemClock, folder)
      if (access === undefined) throw new Error('no access')
      cluster = kubernetesCluster({ access, clock: systemClock, patienceMs: 5_000 })
    })
    afterAll(async () => {
      await cluster.close()
    })

    /** Puts a token into the file, which is good as long as a Secret of that name is there. */
    function give(name: string): void {
      stage.kubectl('create', 'secret', 'generic', name, '-n', 'netclaim')
      const bound = ['--bound-object-kind=Secret', `--bound-object-name=${name}`]
      const token = stage.kubectl('create', 'token', 'sync', '-n', 'netclaim', ...bound)
      writeFileSync(join(folder, 'token'), token)
    }

    /** The API server remembers for ten seconds whom it knows. */
    async function expire(name: string): Promise<void> {
      stage.kubectl('delete', 'secret', name, '-n', 'netclaim')
      await sleep(12_000)
    }

    test('that is exchanged in the middle is read anew', async () => {
      const rule = await change()
      const before = await ids()
      const exchange = async () => {
        give('second')
        await expire('first')
      }
      const synced = await run(disturbed(cluster, 5, exchange))
      expect(report()).toMatchObject({ state: 'pending', details: { failing: 0 } })
      await judge(before, synced, rule)
      await converges(rule)
    })

    test('that is no longer good is told as such, and nothing is taken for gone', async () => {
      const rule = await change()
      const before = await ids()
      const synced = await run(disturbed(cluster, 5, () => expire('second')))
      expect(report()).toMatchObject({
        state: 'failure',
        details: {
          failed: expect.arrayContaining([
            expect.objectContaining({
              what: 'failed',
              why: expect.stringContaining('does not know us'),
            }),
          ]),
        },
      })
      sent.splice(0)
      const error = await run(cluster).catch((thrown: unknown) => thrown)
      await tellFailure(error, by)
      expect(report()).toMatchObject({
        state: 'error',
        message: expect.stringMatching(
          /^failed, because the Kubernetes API does not know us \(401 to GET \S+\): the token or certificate is not good there, or no longer, also read anew$/,
        ),
      })
      await judge(before, synced, rule)
      await converges(rule)
    })
  })
})
