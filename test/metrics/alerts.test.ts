import { describe, expect, test } from 'vitest'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { renderVipAlerts } from '../../lib/domain/manifests/vip-alerts.ts'
import { defaultSettings } from '../../lib/domain/settings.ts'
import { gaugesOf } from '../../lib/summary/metrics.ts'
import { samplePlatform } from '../manifests/sample.ts'
import { block } from '../manifests/vip-sample.ts'
import { hasPromtool, promtool } from './promtool.ts'

const alerts = { namespace: 'monitoring', labels: { release: 'stack' } }
const rules = JSON.stringify(renderVipAlerts(alerts).spec)

describe('the PrometheusRule', () => {
  test('has the two alerts, and labels by which it is selected (K-074) (K-075)', () => {
    const { metadata, spec } = renderVipAlerts(alerts)
    expect(metadata.namespace).toBe('monitoring')
    expect(metadata.labels).toEqual({
      release: 'stack',
      'app.kubernetes.io/managed-by': 'netclaim',
    })
    const names = JSON.stringify(spec).matchAll(/"alert":"(\w+)"/g)
    expect([...new Set([...names].map(([, name]) => name))]).toEqual([
      'KubeDcAddressArenaClaimSlotsHigh',
      'KubeDcAddressReservationExhausted',
    ])
  })

  test('is rendered where the settings say where', () => {
    const pathsOf = (settings: typeof defaultSettings) =>
      [...platformManifests(samplePlatform(), { settings, open: () => true }).keys()].filter(
        (path) => path.includes('alerts'),
      )
    expect(pathsOf(defaultSettings)).toEqual([])
    expect(pathsOf({ ...defaultSettings, alerts })).toEqual(['rendered/platform/alerts-vips.yaml'])
  })
})

describe.skipIf(!hasPromtool)('Prometheus', () => {
  test('takes the rules', () => {
    expect(promtool(['check', 'rules', 'rules.yaml'], { 'rules.yaml': rules })).toContain(
      'SUCCESS: 4 rules found',
    )
  })

  const high = 'KubeDcAddressArenaClaimSlotsHigh'
  const exhausted = 'KubeDcAddressReservationExhausted'

  /** What our own metrics say of an arena of which so many blocks are taken. */
  function seriesOf(taken: number, cidr: string) {
    const slots = Array.from({ length: taken }, () => ({ cluster: 'solar', block: block(0) }))
    const arenas = [{ namespace: 'photon-prod', cidr, slots }]
    return gaugesOf([{ repository: 'acme/claims', isRead: true, pools: [], arenas }]).flatMap(
      ({ name, samples }) =>
        samples.map(({ labels, value }) => {
          return {
            series: `${name}${JSON.stringify(labels).replace(/"(\w+)":/g, '$1=')}`,
            values: `${value}x3`,
          }
        }),
    )
  }

  test.each<[number, string, readonly (readonly [string, string])[]]>([
    [0, '10.242.0.0/22', []],
    [47, '10.242.0.0/22', []],
    [48, '10.242.0.0/22', [[high, 'slots']]],
    [63, '10.242.0.0/22', [[high, 'slots']]],
    [
      64,
      '10.242.0.0/22',
      [
        [high, 'slots'],
        [exhausted, 'slots'],
      ],
    ],
    [
      64,
      '10.242.0.0/20',
      [
        [high, 'slots'],
        [exhausted, 'slots'],
      ],
    ],
    [11, '10.242.0.0/24', []],
    [12, '10.242.0.0/24', [[high, 'pool']]],
    [
      16,
      '10.242.0.0/24',
      [
        [high, 'pool'],
        [exhausted, 'pool'],
      ],
    ],
    [
      1,
      '10.242.0.0/28',
      [
        [high, 'pool'],
        [exhausted, 'pool'],
      ],
    ],
  ])(
    'of %i blocks taken in %s fires %j (K-061) (K-062) (K-074) (K-075)',
    (taken, cidr, expected) => {
      const tests = {
        rule_files: ['rules.yaml'],
        tests: [
          {
            input_series: seriesOf(taken, cidr),
            promql_expr_test: [
              {
                expr: 'count by (alertname, limit) (ALERTS{alertstate="firing"})',
                eval_time: '1m',
                exp_samples: expected.map(([alertname, limit]) => {
                  return { labels: `{alertname="${alertname}", limit="${limit}"}`, value: 1 }
                }),
              },
            ],
          },
        ],
      }
      const files = { 'rules.yaml': rules, 'tests.yaml': JSON.stringify(tests) }
      expect(promtool(['test', 'rules', 'tests.yaml'], files)).toContain('SUCCESS')
    },
  )

  test('says which arena it is, how much is taken, and what comes next', () => {
    const labels = { arena: 'vip-photon-prod', repository: 'acme/claims', limit: 'pool' }
    const tests = {
      rule_files: ['rules.yaml'],
      tests: [
        {
          input_series: seriesOf(16, '10.242.0.0/24'),
          alert_rule_test: [
            {
              alertname: exhausted,
              eval_time: '1m',
              exp_alerts: [
                {
                  exp_labels: { ...labels, severity: 'critical', service: 'netclaim' },
                  exp_annotations: {
                    summary: 'vip-photon-prod has all blocks of its pool taken',
                    description:
                      'All 16 VIP blocks that AddressArena vip-photon-prod can hold are taken, tombstones included. The next block that a cluster asks for is refused with reason PoolExhausted.',
                  },
                },
              ],
            },
          ],
        },
      ],
    }
    const files = { 'rules.yaml': rules, 'tests.yaml': JSON.stringify(tests) }
    expect(promtool(['test', 'rules', 'tests.yaml'], files)).toContain('SUCCESS')
  })
})
