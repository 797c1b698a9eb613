import { expect, test } from 'vitest'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { STATE } from './claims-repository.ts'
import { onNetwork, stages } from './stage.ts'

const stage = stages()
const settings = (version: string) => ({
  'netclaim.yaml': `proof: api\nkubeOvnVersion: ${version}\n`,
})

const claims = { ...environment('photon'), ...eip('photon', 'web') }

/** A cluster that has what is planned for a version, and how to give it another. */
async function livedOn(version: string) {
  const on = await stage({ ...settings(version), ...claims })
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) await on.report(await on.sync())
  }
  await settle()
  return {
    ...on,
    rendered: () => gitIn(on.repo.folder, 'ls-tree', '-r', STATE, 'rendered'),
    /** Writes to what carries traffic that another version brings. */
    async goTo(other: string): Promise<readonly string[]> {
      const before = on.cluster.calls.length
      await on.repo.change(settings(other))
      await settle()
      const writes = on.cluster.calls.slice(before)
      return onNetwork(writes.filter((call) => /^(?:apply|remove) /.test(call)))
    },
  }
}

test('Kube-OVN upgraded and rolled back: a Vpc changes in place, and all is then as it was', async () => {
  const on = await livedOn('1.14.0')
  const before = on.rendered()
  expect(await on.goTo('1.16.2')).toEqual(['apply Vpc photon'])
  expect(on.rendered()).not.toBe(before)
  expect(await on.goTo('1.14.0')).toEqual(['apply Vpc photon'])
  expect(on.rendered()).toBe(before)
  const { run } = await on.sync()
  expect(new Set(run.objects.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))
})

const runs = (image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'kube-ovn-controller', namespace: 'kube-system' },
  spec: { template: { spec: { containers: [{ name: 'controller', image }] } } },
})

test('a setting that names another version than runs is a warning of each sync until it is changed', async () => {
  const on = await livedOn('1.14.0')
  const told = async () =>
    (await on.sync()).run.findings.map(({ rule, message }) => `${rule}: ${message}`)
  expect(await told()).toEqual([])
  on.cluster.put(runs('registry.example.com:5000/kubeovn/kube-ovn:v1.16.2-amd64'))
  const { run } = await on.sync()
  expect(stateOf(run)).toBe('success')
  expect(run.findings).toMatchObject([
    {
      rule: 'sync/other-kube-ovn',
      severity: 'warning',
      message: 'Kube-OVN 1.16.2 runs here, and what is rendered is for 1.14.0',
    },
  ])
  await on.goTo('1.16.2')
  expect(await told()).toEqual([])
  for (const image of [
    'kubeovn/kube-ovn:latest',
    'kubeovn/kube-ovn',
    'kubeovn/kube-ovn@sha256:00',
  ]) {
    on.cluster.put(runs(image))
    expect(await told()).toEqual([])
  }
})

test('a cluster that lets nobody see its controller is synced all the same, without a word of its version', async () => {
  const on = await livedOn('1.14.0')
  on.cluster.put(runs('kubeovn/kube-ovn:v1.16.2'))
  const asked: string[] = []
  on.cluster.before = (call) => {
    if (!call.includes('kube-ovn-controller')) return
    asked.push(call)
    throw new OutsideError('403 Forbidden', { system: 'kubernetes', retryable: false })
  }
  const { run } = await on.sync()
  expect(asked).toEqual(['get Deployment kube-system/kube-ovn-controller'])
  expect(run.findings).toEqual([])
  expect(stateOf(run)).toBe('success')
})

test('Kube-OVN rolled back to a version that cannot do what is there: it is kept, and told', async () => {
  const on = await livedOn('1.16.2')
  const writes = await on.goTo('1.13.15')
  expect(writes.filter((call) => call.startsWith('remove '))).toEqual([])
  const { books } = readState(await on.repo.repository.readState(on.repo.tip())).value
  expect(books.get('photon')?.get('VpcClaim main')).toMatchObject({
    phase: 'held',
    nonconforming: ['vpc/needs-newer-kube-ovn'],
  })
  expect(on.cluster.find('Vpc photon')).toBeDefined()
})
