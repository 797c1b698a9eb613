import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { packageRoot } from '../../functions/cli/package-root.ts'
import { handOver } from '../../functions/hand-over.ts'
import { report } from '../../functions/report.ts'
import { sweep } from '../../functions/sweep.ts'
import { gitSource } from '../../functions/sync/git-source.ts'
import { createSync } from '../../functions/sync.ts'
import { systemClock } from '../../functions/system-clock.ts'
import { type KubernetesCluster, kubernetesCluster } from '../../lib/adapters/kubernetes/cluster.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { idOf } from '../../lib/pipeline/sync/desired.ts'
import type { KubeObject, ObjectRef, Written } from '../../lib/ports/cluster.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { type RealGitea, startGitea } from '../gitea/real-gitea.ts'
import { acknowledgement, claim, claims, documents, platformFile } from '../plan/files.ts'
import { type ClaimsWorld, openClaims, STATE } from './claims-world.ts'
import { hasFlux, type RealFlux, startFlux } from './real-flux.ts'

const scratch = scratchFolder()
const SYNC = 'netclaim/sync/one'
const FLUX = 'kustomize-controller'
const MINUTES = 60_000

/** A VPC that leads nowhere, and a subnet in it. */
const inner = (octet: number) =>
  documents(
    claim('VpcClaim', 'main'),
    claim('SubnetClaim', 'production', `{cidrBlock: 10.${octet}.0.0/24}`),
  )

const files = {
  'netclaim.yaml': 'appliedBy: flux\nproof: api\n',
  'platform/kmetal.yaml': platformFile(),
  'environments/photon-prod/claims.yaml': claims(),
  'environments/solar/claims.yaml': inner(101),
  // There is no such namespace in the cluster: the API refuses the attachment of its subnet.
  'environments/nova/claims.yaml': inner(102),
}

const kubeOvn = (kind: string, name: string): ObjectRef => ({
  apiVersion: 'kubeovn.io/v1',
  kind,
  name,
})
const attachment: ObjectRef = {
  apiVersion: 'k8s.cni.cncf.io/v1',
  kind: 'NetworkAttachmentDefinition',
  namespace: 'photon-prod',
  name: 'production-net',
}
const unit = (name: string): ObjectRef => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  namespace: 'flux-system',
  name: name === '' ? 'netclaim' : `netclaim-${name}`,
})

interface Event {
  readonly message: string
  readonly metadata?: object
}

interface UnitStatus {
  readonly lastAppliedRevision?: string
  readonly conditions?: readonly {
    readonly type: string
    readonly status: string
    readonly message: string
  }[]
}

describe.skipIf(!hasFlux)('real Flux from a real Gitea', () => {
  let gitea: RealGitea
  let flux: RealFlux
  let cluster: KubernetesCluster
  let world: ClaimsWorld
  let heard = 0

  beforeAll(async () => {
    ;[gitea, flux] = await Promise.all([startGitea(), startFlux()])
    world = await openClaims(gitea, scratch, files)
    const access = await kubeconfigAccess(systemClock, { file: flux.api.kubeconfig })
    cluster = kubernetesCluster({ access, clock: systemClock })
    for (const name of ['photon-prod', 'solar', 'kmetal-metallb', 'argocd'])
      await must({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  }, 5 * MINUTES)
  afterAll(async () => {
    await cluster?.close()
    await flux?.stop()
    await gitea?.stop()
  }, MINUTES)

  /** A kind can be had a moment after its CRD is there. */
  async function must(object: KubeObject): Promise<void> {
    let written = await cluster.apply(object)
    for (let tries = 0; isUnserved(written) && tries < 60; tries++) {
      await sleep(500)
      written = await cluster.apply(object)
    }
    if (written.outcome !== 'written') throw new Error(JSON.stringify(written))
  }

  /** All that the tip of the state holds for these environments. */
  function rendered(...folders: readonly string[]): readonly KubeObject[] {
    const paths = gitIn(world.work.dir, 'ls-tree', '-r', '--name-only', STATE).split('\n')
    return paths
      .filter((path) => folders.some((folder) => path.startsWith(`rendered/${folder}/`)))
      .filter((path) => path.endsWith('.yaml'))
      .flatMap((path) => documentsOf(world.read(path)))
  }

  const statusOf = async (name: string) =>
    (await cluster.get(unit(name)))?.['status'] as UnitStatus | undefined
  const ready = async (name: string) =>
    (await statusOf(name))?.conditions?.find(({ type }) => type === 'Ready')
  const isThere = async (ref: ObjectRef) => (await cluster.get(ref)) !== undefined
  const ownersOf = async (ref: ObjectRef) =>
    (await cluster.get(ref))?.metadata.managedFields
      ?.filter(({ operation }) => operation === 'Apply')
      .map(({ manager }) => manager)

  /** Now, and not at the next interval. */
  async function poke(ref: ObjectRef): Promise<void> {
    await until(async () => {
      const object = await cluster.get(ref)
      if (object === undefined) return false
      const { annotations } = object.metadata
      const asked = { 'reconcile.fluxcd.io/requestedAt': String(performance.now()) }
      const metadata = { ...object.metadata, annotations: { ...annotations, ...asked } }
      return (await cluster.replace({ ...object, metadata })).outcome === 'written'
    })
  }

  const source: ObjectRef = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    namespace: 'flux-system',
    name: 'netclaim',
  }

  async function untilApplied(commit: string, ...names: readonly string[]): Promise<void> {
    await poke(source)
    for (const name of names)
      await until(
        async () => (await statusOf(name))?.lastAppliedRevision?.endsWith(commit) === true,
        async () =>
          JSON.stringify([commit, name, await statusOf(name), await cluster.get(source)], null, 1),
      )
  }

  /** What Flux has said since, as its notification controller passes it on: by the Alert of the template. */
  async function hear(): Promise<void> {
    const events = flux.events.slice(heard) as readonly Event[]
    heard = flux.events.length
    const [, alert] = template('flux/notifications.yaml') as readonly [KubeObject, KubeObject]
    const { exclusionList } = alert['spec'] as { readonly exclusionList: readonly string[] }
    const isExcluded = ({ message }: Event) =>
      exclusionList.some((pattern) => new RegExp(pattern).test(message))
    for (const event of events.filter((one) => !isExcluded(one)))
      await report(world.context, { ...event, metadata: { ...event.metadata, cluster: 'one' } })
  }

  async function said(commit: string, context = SYNC) {
    return (await world.context.forge.statuses(commit)).find((one) => one.context === context)
  }

  test('takes what starts it, and what starts Argo CD, as they are in the template', async () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'netclaim-git', namespace: 'flux-system' },
      stringData: { username: gitea.operator.name, password: gitea.operator.token },
    }
    await must(secret)
    for (const path of ['flux/notifications.yaml', 'argocd/netclaim.yaml'])
      for (const object of template(path))
        expect(await cluster.apply(object, { dryRun: true })).toMatchObject({
          outcome: 'written',
          warnings: [],
        })
    for (const object of template('flux/netclaim.yaml')) {
      const url = 'https://git.example.com/example-org/claims.git'
      const text = JSON.stringify(object).replace(url, world.url)
      await must(JSON.parse(text) as KubeObject)
    }
    expect(await isThere(unit(''))).toBe(true)
  })

  test('takes over what our own sync has applied, and leaves no field to nobody', {
    timeout: 4 * MINUTES,
  }, async () => {
    const ours = [...rendered('platform'), ...rendered('environments/solar')]
    for (const object of ours) await must(object)
    const solar = ours.find(({ kind }) => kind === 'Vpc') as KubeObject
    // What an earlier version rendered.
    const labels = { ...solar.metadata.labels, former: 'yes' }
    await must({ ...solar, metadata: { ...solar.metadata, labels } })
    const before = await cluster.get(kubeOvn('Vpc', 'solar'))
    expect(await handOver(cluster, { from: 'netclaim', to: FLUX })).toEqual({
      moved: ours.length,
      others: 0,
    })
    flux.startApplying()
    await untilApplied(world.work.pull(STATE), '', 'platform', 'env-solar')
    const after = await cluster.get(kubeOvn('Vpc', 'solar'))
    expect(after?.metadata.uid).toBe(before?.metadata.uid)
    expect(after?.metadata.labels).not.toHaveProperty('former')
    expect(await ownersOf(kubeOvn('Vpc', 'solar'))).toEqual([FLUX])
  })

  test('applies the others where one environment is broken, and both are told', {
    timeout: 4 * MINUTES,
  }, async () => {
    const tip = world.work.pull(STATE)
    await untilApplied(tip, 'env-photon-prod', 'env-solar')
    await until(async () => (await ready('env-nova'))?.status === 'False')
    expect((await ready('env-nova'))?.message).toContain('namespaces "nova" not found')
    expect(await isThere(kubeOvn('Vpc', 'nova'))).toBe(false)
    expect(await isThere(kubeOvn('OvnSnatRule', 'photon-prod-production'))).toBe(true)
    await hear()
    const main = world.work.pull('main')
    for (const commit of [tip, main])
      expect(await said(commit)).toMatchObject({
        state: 'failure',
        description: expect.stringContaining('Kustomization flux-system/netclaim-env-nova: '),
      })

    await must({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'nova' } })
    await poke(unit('env-nova'))
    await untilApplied(tip, 'env-nova')
    await until(async () => {
      await hear()
      return (await said(main))?.state === 'success'
    })
    expect(await said(tip, `${SYNC}/flux-system/netclaim-env-nova`)).toMatchObject({
      state: 'success',
    })
  })

  test('releases an environment in our order, although it prunes a Vpc first', {
    timeout: 5 * MINUTES,
  }, async () => {
    const parts = {
      attachment,
      snat: kubeOvn('OvnSnatRule', 'photon-prod-production'),
      web: kubeOvn('OvnEip', 'photon-prod-web'),
      subnet: kubeOvn('Subnet', 'photon-prod-production'),
      vpc: kubeOvn('Vpc', 'photon-prod'),
    }
    const there = async () => {
      const all = Object.entries(parts).map(async ([name, ref]) => [name, await isThere(ref)])
      return new Set((await Promise.all(all)).flatMap(([name, is]) => (is === true ? [name] : [])))
    }
    // The second tells of the statuses that the first wrote.
    for (let look = 0; look < 2; look += 1) await world.observe(cluster)
    expect([...(await there())]).toEqual(Object.keys(parts))
    const everything = [
      'EipClaim external',
      'EipClaim web',
      'SubnetClaim production',
      'VpcClaim main',
    ]
    let tip = await world.commit({
      'environments/photon-prod/claims.yaml': undefined,
      'acknowledgements/vpc.yaml': acknowledgement(
        'vpc',
        'photon-prod',
        everything.map((one) => one.replace(' ', ' photon-prod/')),
      ),
    })
    const wrong: string[] = []
    const left: string[] = []
    const isOver = () =>
      !gitIn(world.work.dir, 'ls-tree', '-r', '--name-only', STATE).includes(
        'rendered/flux/environments/photon-prod.yaml',
      )
    for (let round = 0; !isOver(); round += 1) {
      if (round === 40) throw new Error(`still there: ${left.at(-1)}`)
      await untilApplied(tip, '', 'env-photon-prod')
      const now = await there()
      if (!now.has('vpc') && now.size > 0) wrong.push([...now].join(' '))
      if (!now.has('subnet') && (now.has('snat') || now.has('attachment')))
        wrong.push([...now].join(' '))
      left.push([...now].join(' '))
      tip = await world.observe(cluster)
    }
    expect(wrong).toEqual([])
    expect([...new Set(left)].slice(-3)).toEqual(['subnet vpc', 'vpc', ''])
    await untilApplied(tip, '')
    await until(async () => !(await isThere(unit('env-photon-prod'))))
    expect(world.read('rendered/environments/photon-prod/.gitkeep')).toBe('')
    expect(await isThere(kubeOvn('Vpc', 'solar'))).toBe(true)
  })

  test('applies a state branch that was moved back without a word, and we tell', {
    timeout: 4 * MINUTES,
  }, async () => {
    const back = world.work.pull(STATE)
    const late = kubeOvn('Subnet', 'solar-late')
    const more = claim('SubnetClaim', 'late', '{cidrBlock: 10.101.1.0/24}')
    const tip = await world.commit({ 'environments/solar/late.yaml': more })
    await untilApplied(tip, '', 'env-solar')
    expect(await isThere(late)).toBe(true)
    const seen = await world.observe(cluster)
    await hear()

    gitIn(world.work.dir, 'update-ref', `refs/heads/${STATE}`, back)
    world.work.send(`+${STATE}`)
    await untilApplied(back, '', 'env-solar')
    await until(async () => !(await isThere(late)))
    await hear()
    await sweep(world.context)
    expect(await said(back)).toMatchObject({
      state: 'failure',
      description: expect.stringContaining('went back'),
    })
    await allocateOnForge(world.context)
    expect(world.work.pull(STATE)).toBe(back)
    expect(await said(world.work.pull('main'), 'netclaim/allocate')).toMatchObject({
      state: 'error',
      description: expect.stringContaining('went back'),
    })

    gitIn(world.work.dir, 'update-ref', `refs/heads/${STATE}`, seen)
    world.work.send(`+${STATE}`)
    await untilApplied(seen, '', 'env-solar')
    await until(async () => isThere(late))
  })

  test('gives back to our own sync what it has applied, nothing made anew', {
    timeout: 4 * MINUTES,
  }, async () => {
    await flux.stopApplying()
    const ours = rendered('platform', 'environments/solar', 'environments/nova')
    const sync = createSync({
      cluster,
      clock: systemClock,
      source: gitSource(world.context.repository, { main: 'main' }),
      identity: 'test',
      namespace: 'default',
      waitMs: 5_000,
    })
    const before = await cluster.get(kubeOvn('Vpc', 'solar'))
    const other = { labels: { ...before?.metadata.labels, 'netclaim.dev/environment': 'other' } }
    const [vpc] = ours.filter(({ kind, metadata }) => kind === 'Vpc' && metadata.name === 'solar')
    if (vpc === undefined) throw new Error('no Vpc')
    const changed = { ...vpc, metadata: { ...vpc.metadata, ...other } }
    expect(await cluster.apply(changed)).toMatchObject({ outcome: 'conflict' })

    const given = await handOver(cluster, { from: FLUX, to: 'netclaim' })
    expect(given).toEqual({ moved: ours.length, others: 0 })
    const settings = gitIn(world.work.dir, 'show', 'main:netclaim.yaml')
    await world.commit({
      'netclaim.yaml': settings.replace('appliedBy: flux', 'appliedBy: netclaim'),
    })
    const { run } = await sync()
    expect(run.findings).toEqual([])
    expect(run.objects.map(({ id, outcome }) => `${outcome} ${id}`).toSorted()).toEqual(
      ours.map((object) => `applied ${idOf(object)}`).toSorted(),
    )
    const after = await cluster.get(kubeOvn('Vpc', 'solar'))
    expect(after?.metadata.uid).toBe(before?.metadata.uid)
    expect(await ownersOf(kubeOvn('Vpc', 'solar'))).toEqual(['netclaim'])
    expect(Object.keys(after?.metadata.labels ?? {}).join()).not.toContain('toolkit.fluxcd.io')
  })
})

function template(path: string): readonly KubeObject[] {
  return documentsOf(readFileSync(join(packageRoot(), 'repo-template', path), 'utf8'))
}

function documentsOf(text: string): readonly KubeObject[] {
  return parseAllDocuments(text).map((one) => one.toJS() as KubeObject)
}

async function until(
  holds: () => Promise<boolean>,
  why: () => Promise<string> = async () => '',
): Promise<void> {
  const end = performance.now() + 1.5 * MINUTES
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`it never came to that ${await why()}`)
    await sleep(200)
  }
}

function isUnserved(written: Written): boolean {
  return written.outcome === 'refused' && written.message.startsWith('the API has no kind')
}
