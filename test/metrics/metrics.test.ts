import { describe, expect, test } from 'vitest'
import { type Fullness, gaugesOf } from '../../lib/summary/metrics.ts'
import { metricsText } from '../../lib/summary/metrics-text.ts'
import { arenaOf, block, delegation } from '../manifests/vip-sample.ts'
import { checkMetrics, hasPromtool } from './promtool.ts'

const sample: Fullness = {
  repository: 'acme/claims',
  isRead: true,
  pools: [
    {
      pool: 'ext-a',
      family: 'IPv4',
      size: '180',
      used: '3',
      free: '160',
      tombstoned: '2',
      resting: '4',
      reserved: '11',
    },
    { pool: 'photon-prod/lan', family: 'IPv6', size: '65533', free: '65533' },
  ],
  arenas: [arenaOf(delegation({ blocks: [block(0), block(3, 2, 'Tombstoned')] }))],
}

describe('what a monitoring system is told', () => {
  test('is how full pools are, as far as it is known', () => {
    const text = metricsText(gaugesOf([sample]))
    expect(text.split('\n').filter((line) => line.startsWith('netclaim_pool'))).toEqual([
      'netclaim_pool_addresses{repository="acme/claims",pool="ext-a",family="IPv4",state="free"} 160',
      'netclaim_pool_addresses{repository="acme/claims",pool="ext-a",family="IPv4",state="reserved"} 11',
      'netclaim_pool_addresses{repository="acme/claims",pool="ext-a",family="IPv4",state="resting"} 4',
      'netclaim_pool_addresses{repository="acme/claims",pool="ext-a",family="IPv4",state="tombstoned"} 2',
      'netclaim_pool_addresses{repository="acme/claims",pool="ext-a",family="IPv4",state="used"} 3',
      'netclaim_pool_addresses{repository="acme/claims",pool="photon-prod/lan",family="IPv6",state="free"} 65533',
    ])
  })

  test('is how many slots of an arena are taken, tombstones too, and how many there are (K-070) (K-072) (K-073)', () => {
    const text = metricsText(gaugesOf([sample]))
    expect(text).toContain(
      'kube_dc_manager_address_arena_claim_slots_used{repository="acme/claims",arena="vip-photon-prod"} 2\n',
    )
    expect(text).toContain(
      'kube_dc_manager_address_arena_claim_slots_maximum{repository="acme/claims",arena="vip-photon-prod"} 64\n',
    )
    expect(text).toContain(
      'netclaim_address_arena_pool_blocks{repository="acme/claims",arena="vip-photon-prod"} 16\n',
    )
  })

  test('tells repositories apart', () => {
    const text = metricsText(gaugesOf([sample, { ...sample, repository: 'acme/other' }]))
    expect(text.match(/claim_slots_used\{/g)).toHaveLength(2)
    expect(text.match(/# TYPE kube_dc_manager_address_arena_claim_slots_used/g)).toHaveLength(1)
  })

  test('is that nothing is known where nothing can be read', () => {
    const none = { repository: 'acme/new', isRead: false, pools: [], arenas: [] }
    expect(
      metricsText(gaugesOf([none])),
    ).toBe(`# HELP netclaim_state_readable Whether the state of a claims repository could be read: 1, or 0.
# TYPE netclaim_state_readable gauge
netclaim_state_readable{repository="acme/new"} 0
`)
  })

  test.skipIf(!hasPromtool)('is read by Prometheus, which has nothing against it', () => {
    expect(checkMetrics(metricsText(gaugesOf([sample])))).toBe('')
  })
})
