import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimText, read, readClaim } from './read.ts'

const octet = fc.integer({ min: 2, max: 250 })
const excludes = fc.array(fc.tuple(octet, octet), { maxLength: 8 })

/** The same SubnetClaim, spelled in ways that chance chooses. */
function spellings(ranges: readonly (readonly [number, number])[]) {
  const texts = ranges.map(([a, b]) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    return low === high ? `10.1.0.${low}` : `10.1.0.${low}..10.1.0.${high}`
  })
  return fc.record({
    entries: fc.shuffledSubarray(texts, { minLength: texts.length }),
    withGateway: fc.boolean(),
    withDefaults: fc.boolean(),
    upper: fc.boolean(),
    long: fc.boolean(),
  })
}

describe('reading', () => {
  test('gives one spec for every spelling of the same value, and for defaults written out (M-117, M-120, M-124)', () => {
    const chosen = excludes.chain((ranges) => fc.tuple(spellings(ranges), spellings(ranges)))
    const specOf = (spelling: Parameters<typeof lines>[0]) =>
      readClaim(claimText('SubnetClaim', lines(spelling))).claim?.spec
    function lines({
      entries,
      withGateway,
      withDefaults,
      upper,
      long,
    }: {
      entries: readonly string[]
      withGateway: boolean
      withDefaults: boolean
      upper: boolean
      long: boolean
    }) {
      const block = long ? 'fd00:ab:0:0:0:0:0:0/64' : 'fd00:ab::/64'
      const gateways = ['10.1.0.1', 'fd00:ab::1']
      const extra = withGateway ? gateways : []
      return [
        `cidrBlock: "10.1.0.0/24,${upper ? block.toUpperCase() : block}"`,
        'protocol: Dual',
        `excludeIps: ${JSON.stringify([...entries, ...extra])}`,
        ...(withDefaults
          ? [
              `gateway: "${gateways.join(',')}"`,
              'enableSnatRule: false',
              'attachment: {managed: true, name: web-net}',
            ]
          : []),
      ]
    }
    fc.assert(
      fc.property(chosen, ([one, other]) => {
        expect(specOf(one)).toBeDefined()
        expect(specOf(other)).toEqual(specOf(one))
      }),
    )
  })

  test('survives any object, and says something about what it cannot use', () => {
    const kinds = [
      'VpcClaim',
      'SubnetClaim',
      'EipClaim',
      'Cluster',
      'KMetal',
      'Namespace',
      'ResourceQuota',
    ]
    const field = fc.oneof(
      fc.constantFrom(
        'cidrBlock',
        'spec',
        'name',
        'topology',
        'variables',
        'networking',
        'hard',
        '__proto__',
      ),
      fc.string({ maxLength: 8 }),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 0, '10.1.0.0/24', 'network', 'a,b'),
        fc.string({ maxLength: 12 }),
        fc.double(),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(field, tie('tree'), { maxKeys: 4 }),
      ),
    }))
    const apiVersion = fc.constantFrom(
      'network.kmetal.io/v1alpha1',
      'kmetal.io/v1alpha1',
      'cluster.x-k8s.io/v1beta1',
      'v1',
    )
    const object = fc.record({
      apiVersion,
      kind: fc.constantFrom(...kinds),
      metadata: fc.oneof(tree, fc.record({ name: fc.constant('a') })),
      spec: tree,
    })
    const files = fc.record({
      'environments/shop/a.yaml': object,
      'platform/a.yaml': object,
      'netclaim.yaml': tree,
    })
    fc.assert(
      fc.property(files, (objects) => {
        const texts = Object.entries(objects).map(([file, value]) => [file, JSON.stringify(value)])
        const { value, findings } = read(Object.fromEntries(texts))
        const errors = findings.filter(({ severity }) => severity === 'error')
        const shop = value.environments.get('shop')
        const unusable =
          !value.readable || !shop?.readable || shop.claims.some(({ spec }) => spec === undefined)
        expect(errors.length > 0).toBe(unusable)
        for (const { at, message } of findings) {
          expect(at?.line).toBeGreaterThan(0)
          expect(message).not.toMatch(/\p{Cc}|undefined|\[object/u)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('does not depend on the order of files', () => {
    const files = {
      'environments/shop/a.yaml': claimText('EipClaim', []),
      'environments/shop/b.yaml': claimText('EipClaim', ['v4Ip: 1'], 'two'),
      'environments/bank/c.yaml': 'a: [',
      'platform/a.yaml': 'kind: KMetal',
      'b.YAML': '',
    }
    const names = Object.keys(files) as (keyof typeof files)[]
    const shown = (order: readonly (keyof typeof files)[]) => {
      const { value, findings } = read(Object.fromEntries(order.map((name) => [name, files[name]])))
      const claims = [...value.environments].map(([namespace, environment]) => ({
        namespace,
        readable: environment.readable,
        claims: environment.claims.map(({ kind, name, spec }) => ({ kind, name, spec })),
      }))
      return { claims, findings }
    }
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: names.length }), (order) => {
        expect(shown(order)).toEqual(shown(names))
      }),
      { numRuns: 20 },
    )
    expect(shown(names).claims).toMatchObject([{ readable: false }, { claims: [{}, {}] }])
  })
})
