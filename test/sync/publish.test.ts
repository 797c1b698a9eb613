import { expect, test } from 'vitest'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { eip, environment } from '../functions/claims.ts'
import { outcomes, stages } from './stage.ts'

const open = stages()
const on = 'publish: {configMap: netclaim-values}\n'
const id = 'ConfigMap photon/netclaim-values'

test('the ConfigMap of an environment is applied, changes with it, and goes with the setting', async () => {
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
  await stage.repo.change({ 'netclaim.yaml': '# nothing\n' })
  const last = await stage.sync()
  expect(outcomes(last)[id]).toBe('removed')
  expect(stateOf(last.run)).toBe('success')
})
