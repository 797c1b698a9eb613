import { describe, expect, test } from 'vitest'
import { renderManifests } from '../../lib/domain/manifests/manifest.ts'
import { defaultSettings, type Settings } from '../../lib/domain/settings.ts'
import type { BlockPhase } from '../../lib/domain/vip/delegation.ts'
import { judge, judgeAvailable } from '../manifests/crd-judge.ts'
import { block, delegation } from '../manifests/vip-sample.ts'
import { profileOf } from './profile-of.ts'

function profile(
  change: Parameters<typeof delegation>[0] = {},
  settings: Settings = defaultSettings,
) {
  return profileOf(delegation(change), settings)
}

function textOf(file: string, ...parts: Parameters<typeof profile>): string {
  return renderManifests(profile(...parts).get(file) ?? [])
}

function all(...parts: Parameters<typeof profile>) {
  return [...profile(...parts).values()].flat()
}

describe('the profile of a tenant cluster', () => {
  test('has an allocator, guardrails and pools (K-034)', () => {
    expect([...profile().keys()]).toEqual(['allocator.yaml', 'guardrails.yaml', 'delegation.yaml'])
    const kinds = new Set(all().map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([
      'ClusterRole',
      'ClusterRoleBinding',
      'ConfigMap',
      'CustomResourceDefinition',
      'Deployment',
      'IPAddressPool',
      'Namespace',
      'Role',
      'RoleBinding',
      'ServiceAccount',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicyBinding',
    ])
  })

  test('runs one program, for the class of projects, and no speaker (K-007) (K-016) (K-017)', () => {
    const text = textOf('allocator.yaml')
    const images = [...text.matchAll(/image: "(.*)"/g)].map(([, image]) => image)
    expect(images).toEqual(['quay.io/metallb/controller:v0.15.2'])
    expect(text).toContain('"--lb-class=kube-dc.com/project"')
    expect(text).not.toContain('speaker')
  })

  test('is the same in every cluster but for the delegation, so that Git keeps it once', () => {
    const other = { namespace: 'dynamo', cluster: 'lunar', blocks: [block(5)] }
    for (const file of ['allocator.yaml', 'guardrails.yaml'])
      expect(textOf(file, other)).toBe(textOf(file))
    expect(textOf('delegation.yaml', other)).not.toBe(textOf('delegation.yaml'))
  })

  test('takes the allocator from where the settings say', () => {
    const allocator = { image: 'registry.example.com/lb', version: '0.14.9' }
    const text = textOf('allocator.yaml', {}, { ...defaultSettings, allocator })
    expect(text).toContain('image: "registry.example.com/lb:v0.14.9"')
  })

  test('stays when blocks are withdrawn: the allocator and its guardrails to the byte (K-095) (K-096)', () => {
    const off = { blocks: [block(0, 1, 'Revoked')], reason: 'NotActivated' } as const
    for (const file of ['allocator.yaml', 'guardrails.yaml'])
      expect(textOf(file, off)).toBe(textOf(file))
  })

  test('has names that are its own', () => {
    const ids = all().map(({ apiVersion, kind, metadata }) => {
      return `${apiVersion} ${kind} ${metadata.namespace} ${metadata.name}`
    })
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.skipIf(!judgeAvailable)('is what the CRDs of MetalLB take', () => {
    const pools = all().filter(({ kind }) => kind === 'IPAddressPool')
    expect(pools.flatMap((one) => judge(one))).toEqual([])
    expect(pools).toHaveLength(2)
  })
})

describe('the record of a delegation', () => {
  function recordOf(...parts: Parameters<typeof profile>) {
    const found = all(...parts).find(({ kind }) => kind === 'ConfigMap')
    return found !== undefined && 'data' in found ? found.data : undefined
  }

  test('names the blocks and what they are of', () => {
    expect(recordOf()).toEqual({
      enabled: 'true',
      blocks: '10.242.0.0/28,10.242.0.32/28',
      arena: 'vip-photon-prod',
      poolCIDR: '10.242.0.0/24',
    })
  })

  test.each<BlockPhase>(['Revoked', 'Releasing', 'Tombstoned'])(
    'is published disabled when the blocks are %s, and no pool is left (K-079) (K-094)',
    (phase) => {
      const blocks = [block(0, 1, phase), block(2, 2, phase)]
      expect(recordOf({ blocks })).toMatchObject({ enabled: 'false', blocks: '' })
      expect(all({ blocks }).filter(({ kind }) => kind === 'IPAddressPool')).toEqual([])
    },
  )

  test('comes before the pools that it allows, and after the policy that holds them to it', () => {
    const wave = (kind: string) => {
      const found = all().find((one) => one.kind === kind)
      return Number(found?.metadata.annotations['argocd.argoproj.io/sync-wave'])
    }
    const waves = [
      'CustomResourceDefinition',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicyBinding',
      'ConfigMap',
      'IPAddressPool',
    ].map(wave)
    expect(waves).toEqual([...new Set(waves)].toSorted((a, b) => a - b))
  })
})

describe('the pools', () => {
  test('are one a block that is bound, for labelled Services, the first filled first (K-005) (K-024) (K-057)', () => {
    const blocks = [block(0), block(1, 2, 'Revoked'), block(2, 3)]
    const pools = all({ blocks }).filter(({ kind }) => kind === 'IPAddressPool')
    const selectors = [{ matchLabels: { 'network.kube-dc.com/lb-pool': 'project' } }]
    expect(pools.map((one) => [one.metadata.name, 'spec' in one && one.spec])).toEqual([
      [
        'block-10.242.0.0',
        {
          addresses: ['10.242.0.0/28'],
          autoAssign: true,
          avoidBuggyIPs: false,
          serviceAllocation: { priority: 1, serviceSelectors: selectors },
        },
      ],
      [
        'block-10.242.0.32',
        {
          addresses: ['10.242.0.32/28'],
          autoAssign: true,
          avoidBuggyIPs: false,
          serviceAllocation: { priority: 3, serviceSelectors: selectors },
        },
      ],
    ])
  })
})
