import { describe, expect, test } from 'vitest'
import { documents } from '../plan/files.ts'
import { migration } from '../vip/migration-file.ts'
import { read } from './read.ts'

const path = 'platform/to-10-243.yaml'

function faultsOf(text: string, at = path) {
  const { value, findings } = read({ [at]: text })
  // What the operators say is used whole or not at all.
  expect(value.readable).toBe(false)
  return findings
}

describe('a VipPoolMigration', () => {
  test('is read with both pools as one writes them canonically', () => {
    const { value, findings } = read({ [path]: migration('Revoke', { to: '"10.243.0.0/20"' }) })
    expect(findings).toEqual([])
    expect(value.migration).toMatchObject({
      object: 'VipPoolMigration to-10-243',
      from: '10.242.0.0/24',
      to: '10.243.0.0/20',
      step: 'Revoke',
    })
  })

  test('K-076 is the operators’: in the folder of an environment or of a tenant it is refused', () => {
    const { value, findings } = read({ 'environments/photon-prod/m.yaml': migration('Revoke') })
    expect(value.migration).toBeUndefined()
    expect(findings).toMatchObject([{ rule: 'placement/folder', severity: 'error' }])
    expect(faultsOf(migration('Revoke'), 'acknowledgements/m.yaml')).toMatchObject([
      { rule: 'placement/folder', hint: 'move it to platform/' },
    ])
    expect(faultsOf(migration('Revoke'), 'platform/tenants/photon-prod.yaml')).toMatchObject([
      {
        rule: 'placement/folder',
        at: { file: 'platform/tenants/photon-prod.yaml', line: 2, column: 7 },
        object: 'VipPoolMigration to-10-243',
        field: 'kind',
        message: 'VipPoolMigration may not stand in platform/tenants/',
        hint: 'move it to platform/',
      },
    ])
  })

  test.each([
    ['revoke', 'field/value', 'spec.step', 8],
    ['Revoke\n  note: x', 'field/unknown', 'spec.note', 9],
  ])('with step %s is refused at its line', (step, rule, field, line) => {
    expect(faultsOf(migration(step))).toMatchObject([
      { rule, severity: 'error', field, at: { file: path, line } },
    ])
  })

  test.each([
    ['10.243.0.0/29', 'to "10.243.0.0/29" has 8 addresses, a block of 16 does not fit'],
    ['fd00::/64', 'to "fd00::/64" is an IPv6 CIDR: VIPs are IPv4'],
    ['224.0.0.0/20', 'to "224.0.0.0/20" lies in the multicast range 224.0.0.0/4'],
    ['10.242.0.0/24', 'from and to are both "10.242.0.0/24": there is nothing to migrate'],
  ])('to %s is refused: it is no other pool', (to, message) => {
    expect(faultsOf(migration('Revoke', { to: `"${to}"` }))).toMatchObject([
      {
        rule: 'vip-migration/pools',
        severity: 'error',
        field: 'spec.to',
        value: to,
        at: { file: path, line: 7, column: 7 },
        message,
      },
    ])
  })

  test('with host bits is told what to write', () => {
    expect(faultsOf(migration('Revoke', { to: '10.243.0.1/24' }))).toMatchObject([
      { rule: 'field/host-bits', field: 'spec.to', hint: 'write "10.243.0.0/24"' },
    ])
  })

  test('is one: a second is refused and shows the first', () => {
    const two = documents(migration('Revoke'), migration('Revoke', { name: 'to-10-244' }))
    expect(faultsOf(two)).toMatchObject([
      {
        rule: 'vip-migration/second',
        object: 'VipPoolMigration to-10-244',
        message: 'VipPoolMigration to-10-244 stands beside VipPoolMigration to-10-243',
        related: [{ at: { line: 1 } }],
      },
    ])
  })
})
