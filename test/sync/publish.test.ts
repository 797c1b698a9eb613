import { expect, test } from 'vitest'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { eip, environment } from '../functions/claims.ts'
import { outcomes, stages } from './stage.ts'

const open = stages()
const on = 'publish: {configMap: netclaim-values, dnsZone: net.example.com}\n'
const id = 'ConfigMap photon/netclaim-values'

const record = 'DNSEndpoint photon/netclaim-web'

test('what is published of an environment is applied, changes with it, and goes with the setting', async () => {
  const stage = await open({
    ...environment('photon'),
    ...eip('photon', 'web'),
    'netclaim.yaml': on,
  })
  const first = await stage.sync()
  expect(first.run.objects.filter(({ outcome }) => outcome !== 'applied')).toEqual([])
  expect(stateOf(first.run)).toBe('success')
  expect(outcomes(first)[id]).toBe('applied')
  expect(stage.cluster.find(id)).toMatchObject({ data: { SUBNET4_PRODUCTION: '10.100.0.0/24' } })
  expect(stage.cluster.find(record)).toMatchObject({
    spec: { endpoints: [{ dnsName: 'web.photon.net.example.com', targets: ['198.51.100.21'] }] },
  })
  await stage.repo.change({ 'netclaim.yaml': '# nothing\n' })
  const last = await stage.sync()
  expect([outcomes(last)[id], outcomes(last)[record]]).toEqual(['removed', 'removed'])
  expect(stateOf(last.run)).toBe('success')
})

test('a ConfigMap of that name that holds more than the values stays somebody else’s, from the first day to the last', async () => {
  const files = { ...environment('photon'), ...eip('photon', 'web') }
  const stage = await open({ ...files, 'netclaim.yaml': on })
  const metadata = { name: 'netclaim-values', namespace: 'photon' }
  stage.cluster.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { PASSWORDS: 'mine' } })
  const first = await stage.sync()
  expect(first.run.objects.find((one) => one.id === id)).toMatchObject({
    outcome: 'left',
    message: `${id} exists, differs, and was not made by Netclaim`,
  })
  expect(stage.cluster.find(id)).toMatchObject({ data: { PASSWORDS: 'mine' } })
  await stage.repo.change({ 'netclaim.yaml': '# nothing\n' })
  await stage.sync()
  expect(stage.cluster.find(id)?.metadata.labels).toBeUndefined()
})

test('one of that name that holds those values and no other becomes ours', async () => {
  const files = { ...environment('photon'), ...eip('photon', 'web') }
  const stage = await open({ ...files, 'netclaim.yaml': on })
  await stage.sync()
  const data = stage.cluster.find(id)?.['data']
  const metadata = { name: 'netclaim-values', namespace: 'photon' }
  stage.cluster.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data })
  expect(outcomes(await stage.sync())[id]).toBe('applied')
})

test('where nobody may look at ConfigMaps, they alone are not applied', async () => {
  const files = { ...environment('photon'), ...environment('quark', 101), ...eip('photon', 'web') }
  const stage = await open({ ...files, 'netclaim.yaml': on })
  stage.cluster.before = (call) => {
    if (/^(?:get|list) ConfigMap /.test(call))
      throw new OutsideError('the Kubernetes API answers with 403', {
        system: 'kubernetes',
        retryable: false,
      })
  }
  const { run } = await stage.sync()
  const others = run.objects.filter(({ outcome }) => outcome !== 'applied')
  expect(others.map((one) => [one.id, one.outcome, one.message])).toEqual(
    ['photon', 'quark'].map((environment) => [
      `ConfigMap ${environment}/netclaim-values`,
      'failed',
      'ConfigMap cannot be listed: the Kubernetes API answers with 403',
    ]),
  )
  expect(stage.cluster.find('Vpc quark')).toBeDefined()
})
