import * as fc from 'fast-check'
import { type Files, platformFile } from '../plan/files.ts'

/** A claim of a generated repository, as JSON. */
export interface Wish {
  readonly namespace: string
  readonly kind: string
  readonly name: string
  readonly spec: Readonly<Record<string, unknown>>
}

/** ext-a gives .20 to .27, ext-b 203.0.113.2 to .5, the pool of control planes four addresses. */
export const platform = platformFile({
  excludes: '[198.51.100.1..198.51.100.19, 198.51.100.28..198.51.100.254]',
})
  .replace('excludeIPs: [203.0.113.1]', 'excludeIPs: [203.0.113.1, 203.0.113.6..203.0.113.254]')
  .replace('172.21.208.100-172.21.208.250', '172.21.208.100-172.21.208.103')

/** Environments whose names collide with one another's by dashes, and with a provider subnet. */
const namespaces = ['photon', 'photon-prod', 'nova', 'ext'] as const

const names = fc.constantFrom('a', 'edge', 'prod-edge', 'prod', 'web', 'prod-ext-a')

const block = fc.oneof(
  fc
    .tuple(fc.nat(2), fc.constantFrom(24, 25, 28))
    .map(([third, prefix]) => ({ cidrBlock: `10.0.${third}.0/${prefix}` })),
  fc.nat(2).map((n) => ({ cidrBlock: `fd00:${n}::/64`, protocol: 'IPv6' })),
  fc.nat(2).map((n) => ({ cidrBlock: `10.0.${n}.0/24,fd00:${n}::/64`, protocol: 'Dual' })),
)

const pin = fc.oneof(
  fc.integer({ min: 18, max: 30 }).map((n) => `198.51.100.${n}`),
  fc.integer({ min: 1, max: 7 }).map((n) => `203.0.113.${n}`),
)

const spec = fc.oneof(
  fc.record({
    kind: fc.constant('VpcClaim'),
    name: fc.constantFrom('main', 'other'),
    spec: fc.constantFrom(
      { externalAccess: true },
      { externalAccess: true },
      { externalAccess: false },
      { externalAccess: true, providerNetworkRef: { name: 'provider2' } },
    ),
  }),
  fc.record({
    kind: fc.constant('SubnetClaim'),
    name: names,
    spec: fc
      .tuple(
        block,
        fc.constantFrom({}, {}, { enableSnatRule: true }, { attachment: { name: 'lan' } }),
      )
      .map(([one, more]) => ({ ...one, ...more })),
  }),
  fc.record({
    kind: fc.constant('EipClaim'),
    name: names,
    spec: fc.oneof(
      fc.constant({}),
      fc.constant({}),
      pin.map((v4Ip) => ({ v4Ip })),
    ),
  }),
  fc.record({
    kind: fc.constant('EipClaim'),
    name: fc.constant('external'),
    spec: fc.oneof(
      fc.constant({ type: 'lrp' }),
      pin.map((v4Ip) => ({ type: 'lrp', v4Ip })),
    ),
  }),
  fc.record({
    kind: fc.constant('Cluster'),
    name: names,
    spec: fc.nat(4).map((n) => ({
      topology: {
        variables: [
          { name: 'controlPlane', value: { network: { serviceAddress: `172.21.208.${100 + n}` } } },
        ],
      },
    })),
  }),
)

/** Claims of several environments, no two of one kind and name; some of them collide. */
export const repositories: fc.Arbitrary<readonly Wish[]> = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...namespaces), spec).map(([namespace, one]) => ({ namespace, ...one })),
  { minLength: 1, maxLength: 24, selector: keyOf },
)

/** What makes two claims the same. */
export function keyOf({ namespace, kind, name }: Wish): string {
  return `${kind} ${namespace}/${name}`
}

/** Another way of writing the same: which file, in which order, with which order of keys. */
export const layouts = fc.integer({ min: 1, max: 2 ** 31 - 2 })

/** The files of a repository, laid out by a seed. */
export function layOut(wishes: readonly Wish[], seed: number): Files {
  const next = numbers(seed)
  const files = new Map<string, string[]>([['platform/kmetal.yaml', [platform]]])
  for (const wish of shuffle(wishes, next)) {
    const file = ['a.yaml', 'z/deep.yaml', 'm.yml'][next() % 3] ?? ''
    const path = `environments/${wish.namespace}/${file}`
    const texts = files.get(path) ?? []
    files.set(path, [...texts, `${JSON.stringify(mix(documentOf(wish), next))}\n`])
  }
  const entries = shuffle([...files], next).map(([path, texts]) => [path, texts.join('---\n')])
  return Object.fromEntries(entries)
}

function documentOf({ kind, name, spec: wanted }: Wish): Record<string, unknown> {
  const group = kind === 'Cluster' ? 'cluster.x-k8s.io/v1beta1' : 'network.kmetal.io/v1alpha1'
  return { apiVersion: group, kind, metadata: { name }, spec: wanted }
}

/** Lehmer's generator: the same seed gives the same numbers. */
function numbers(seed: number): () => number {
  let value = seed
  return () => (value = (value * 48_271) % 2_147_483_647)
}

function shuffle<T>(items: readonly T[], next: () => number): readonly T[] {
  const keyed = items.map((item) => ({ item, at: next() }))
  return keyed.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

/** The same value with the keys of its maps in another order. */
function mix(value: unknown, next: () => number): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => mix(one, next))
  if (typeof value !== 'object' || value === null) return value
  const entries = shuffle(Object.entries(value), next)
  return Object.fromEntries(entries.map(([key, inner]) => [key, mix(inner, next)]))
}
