import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { crdNames, crdText } from '../../lib/domain/crds/crds.ts'
import { importObjects } from '../../lib/pipeline/import/import-objects.ts'
import { Dump } from '../../lib/pipeline/import/read-dump.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { liveOf } from '../import/live-of.ts'
import { environments, ovnWorld } from '../peers/ovn-world.ts'
import { claim } from '../plan/files.ts'
import { type ImportStage, openImportStage } from './import-stage.ts'
import { byKubectl, messy } from './made-by-hand.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'

interface Told {
  readonly claims: readonly { readonly name: string; readonly address?: string }[]
  readonly findings: readonly {
    readonly rule: string
    readonly object?: string
    readonly message: string
  }[]
}

describe.skipIf(!hasKubeOvn)('a platform that people run', () => {
  let stage: ImportStage
  afterEach(() => stage.stop())

  /** Imports it, and syncs once: no object has another revision after it, and none is more or less. */
  async function importUntouched(): Promise<Told> {
    await stage.atRest()
    // It writes by itself: what it refuses it tries again, and provider networks it looks at every half minute.
    await stage.tell('stop kube-ovn-controller')
    const before = await stage.atRest()
    const { code, out, err } = await stage.import('--format', 'json')
    expect([code, err]).toEqual([0, ''])
    const synced = await stage.sync()
    expect([synced.code, synced.err]).toEqual([0, ''])
    expect(synced.out).toMatch(/^in sync: state [0-9a-f]{12}, generation 1\n$/)
    expect(await stage.atRest()).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(20)
    await stage.tell('start kube-ovn-controller')
    return JSON.parse(out) as Told
  }

  const namesOf = ({ claims }: Told) => claims.map(({ name }) => name).toSorted()
  const saidOf = ({ findings }: Told, id: string) =>
    findings.find(({ object }) => object === id)?.message

  test(
    'made by kubectl: is imported, not touched, carries a new claim, and is taken over',
    async () => {
      stage = await openImportStage()
      stage.kubectl('apply -f -', byKubectl)
      const told = await importUntouched()
      expect(namesOf(told)).toEqual([
        'EipClaim photon-prod/external',
        'EipClaim photon-prod/web',
        'SubnetClaim photon-prod/lan',
        'VpcClaim photon-prod/main',
      ])
      expect(saidOf(told, 'OvnDnatRule web-443')).toBe(
        'no claim asks for OvnDnatRule web-443: it stays on OvnEip photon-prod-web',
      )
      expect(saidOf(told, 'Subnet net1')).toMatch(/whose Subnets are called photon-prod-<claim>$/)
      expect(saidOf(told, 'Vpc lab')).toMatch(/is bound to namespace "lab-ns"/)

      const refused = await stage.change({
        'environments/photon-prod/bad.yaml': claim(
          'SubnetClaim',
          'bad',
          '{cidrBlock: 10.2.0.0/16}',
        ),
      })
      expect(refused.out).toMatch(/overlaps Subnet "net1" \(10\.2\.0\.0\/24\)/)
      const added = `${claim('SubnetClaim', 'more', '{cidrBlock: 10.9.0.0/24, enableSnatRule: true}')}---\n${claim('EipClaim', 'mail')}`
      await stage.change({
        'environments/photon-prod/bad.yaml': undefined,
        'environments/photon-prod/more.yaml': added,
      })
      const synced = await stage.sync()
      expect([synced.code, synced.err]).toEqual([0, ''])
      expect((await stage.find('Subnet', 'photon-prod-more'))?.['status']).toMatchObject({
        conditions: expect.arrayContaining([
          expect.objectContaining({ type: 'Ready', status: 'True' }),
        ]),
      })
      expect((await stage.find('OvnSnatRule', 'photon-prod-more'))?.['status']).toMatchObject({
        ready: true,
      })
      // .20 is the router's, .21 the imported claim's, .22 of an OvnEip that nobody claims.
      expect((await stage.find('OvnEip', 'photon-prod-mail'))?.['status']).toMatchObject({
        ready: true,
        v4Ip: '198.51.100.23',
      })

      const spec = (await stage.find('OvnEip', 'photon-prod-web'))?.['spec']
      const file = readFileSync(
        join(stage.repo, '.take-over/environments/photon-prod.yaml'),
        'utf8',
      )
      expect(file).toContain('# Not among them')
      await stage.change({ 'acknowledgements/photon-prod.yaml': file })
      const taken = await stage.sync()
      expect([taken.code, taken.err]).toEqual([0, ''])
      const web = await stage.find('OvnEip', 'photon-prod-web')
      expect(web?.metadata.labels).toMatchObject({ 'app.kubernetes.io/managed-by': 'netclaim' })
      expect(web?.['spec']).toEqual(spec)
      expect((await stage.find('Vpc', 'photon-prod'))?.metadata.labels).toBeUndefined()
    },
    START_MS + 240_000,
  )

  test(
    'made of the examples that kMetal gives: every claim is imported as it stands, from the cluster or from what kubectl prints',
    async () => {
      stage = await openImportStage()
      for (const name of environments) stage.kubectl(`create namespace ${name}`)
      const objects = liveOf(ovnWorld().tree, { claims: true })
      for (const name of crdNames) stage.kubectl('apply -f -', withoutOurs(crdText(name)))
      stage.kubectl('wait --for=condition=Established crd --all --timeout=60s')
      const bare = objects.map(asWritten)
      stage.kubectl('apply -f -', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: bare }))
      const told = await importUntouched()
      expect(told.claims).toHaveLength(
        [...ovnWorld().state.books.values()].reduce((sum, { size }) => sum + size, 0),
      )
      const odd = told.findings.filter(
        ({ rule }) => !/^import\/(system|no-environment)$/.test(rule),
      )
      expect(odd).toEqual([])
      const dump = new Dump()
      dump.add('dump.yaml', [stage.dump()])
      expect(dump.findings).toEqual([])
      const printed = importObjects(dump.lists, { engine: '0.1.0' })
      // kMetal's own kinds are not among what was printed here.
      expect(printed.claims.map(({ address }) => address)).toEqual(
        told.claims.map(({ address }) => address),
      )

      await stage.change({
        'environments/closed-dev/more.yaml': claim(
          'SubnetClaim',
          'more',
          '{cidrBlock: 10.9.0.0/24}',
        ),
      })
      const synced = await stage.sync()
      expect([synced.code, synced.err]).toEqual([0, ''])
      expect((await stage.find('SubnetClaim', 'more'))?.['status']).toMatchObject({
        subnet: 'closed-dev-more',
      })
      const all = ['photon-prod', 'dynamo-prod', 'nova-test', 'closed-dev'].map(
        (name) => `environments/${name}`,
      )
      const files = [...all, 'platform'].map((name) =>
        readFileSync(join(stage.repo, `.take-over/${name}.yaml`), 'utf8'),
      )
      for (const text of files) expect(text).not.toContain('# Not among them')
      await stage.change(
        Object.fromEntries(files.map((text, n) => [`acknowledgements/${n}.yaml`, text])),
      )
      const taken = await stage.sync()
      expect([taken.code, taken.err]).toEqual([0, ''])
      // What kubectl has applied is kubectl's, too, until it is handed over.
      const kmetal = readFileSync(join(stage.repo, 'platform/kmetal.yaml'), 'utf8')
      const blocked = 'extraBlockedEgressCIDRs:\n      - "172.20.0.0/16"'
      await stage.change({
        'platform/kmetal.yaml': kmetal.replace('extraBlockedEgressCIDRs:', blocked),
      })
      const conflict = await stage.sync()
      expect(conflict.code).toBe(1)
      expect(conflict.out).toMatch(
        /Vpc closed-dev.*\.spec\.policyRoutes is "kubectl-client-side-apply"'s/,
      )
      expect((await stage.handOver()).out).toMatch(/^\d{2} objects handed over, /)
      const changed = await stage.sync()
      expect([changed.code, changed.err]).toEqual([0, ''])
      expect(JSON.stringify(await stage.find('Vpc', 'closed-dev'))).toContain(
        'ip4.dst == 172.20.0.0/16',
      )
      const again = await stage.atRest()
      const last = await stage.sync()
      expect(last.code).toBe(0)
      expect(await stage.atRest()).toEqual(again)
    },
    START_MS + 240_000,
  )

  test(
    'in a mess: what is refused, half deleted or taken twice stays as it is, and all else works',
    async () => {
      stage = await openImportStage()
      for (const [args, input] of messy) stage.kubectl(args, input)
      const told = await importUntouched()
      expect(namesOf(told)).toEqual([
        'EipClaim photon-prod/external',
        'SubnetClaim photon-prod/lan',
        'VpcClaim photon-prod/main',
      ])
      expect(saidOf(told, 'Subnet photon-prod-twice')).toMatch(
        /Kube-OVN has not taken up .*conflict/,
      )
      expect(saidOf(told, 'OvnEip photon-prod-outside-it')).toMatch(/it has no address$/)
      expect(saidOf(told, 'OvnEip photon-prod-web')).toMatch(
        /asks for 198\.51\.100\.77 and has "198\.51\.100\.21"/,
      )
      expect(saidOf(told, 'Vpc going')).toBe('Vpc going is being deleted')
      await stage.change({ 'environments/photon-prod/more.yaml': claim('EipClaim', 'mail') })
      const synced = await stage.sync()
      expect([synced.code, synced.err]).toEqual([0, ''])
      expect((await stage.find('OvnEip', 'photon-prod-mail'))?.['status']).toMatchObject({
        ready: true,
      })
    },
    START_MS + 240_000,
  )
})

/** Without what only a cluster says. */
function asWritten(object: KubeObject) {
  const { status: _, metadata, ...rest } = object
  const { uid: __, ...kept } = metadata
  return { ...rest, metadata: kept }
}

/** As somebody else would bring it. */
function withoutOurs(text: string): string {
  return text.replace(/^ +app\.kubernetes\.io\/managed-by: netclaim\n/m, '')
}
