import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facts } from '../../lib/domain/facts.ts'
import { isLeaving } from '../../lib/domain/ledger/entry.ts'
import { viewFacts } from '../../lib/domain/ledger/facts-view.ts'
import { obstacleTo } from '../../lib/domain/ledger/obstacle.ts'
import { applied } from './cluster-of.ts'
import { acknowledgement } from './files.ts'
import { photon, type World } from './world.ts'

const gone = [
  'EipClaim photon-prod/external',
  'EipClaim photon-prod/web',
  'SubnetClaim photon-prod/production',
  'VpcClaim photon-prod/main',
]

/** What a cluster leaves out of its report, or shows beside what is rendered. */
const blur = fc.record({
  unlisted: fc.subarray(['OvnEip', 'Subnet', 'EipClaim', 'OvnSnatRule', 'Vpc']),
  lingering: fc.subarray([
    'OvnEip photon-prod-web',
    'OvnEip photon-prod-ext-a',
    'Subnet photon-prod-production',
    'OvnSnatRule photon-prod-production',
    'Vpc photon-prod',
  ]),
  usage: fc.constantFrom(undefined, '0', '3'),
  isProven: fc.boolean(),
})

function blurred(world: World, { unlisted, lingering, usage, isProven }: Blur): Facts {
  const facts = applied(world)
  return {
    ...facts,
    complete: facts.complete.filter((kind) => !unlisted.some((one) => one === kind)),
    objects: [...new Set([...facts.objects, ...lingering])],
    usage: usage === undefined ? [] : [{ subnet: 'photon-prod-production', v4: usage }],
    ...(isProven ? {} : { proven: [] }),
  }
}

type Blur = typeof blur extends fc.Arbitrary<infer T> ? T : never

/** Each entry that leaves, as text, and whether something is in its way. */
function releases(world: World) {
  const view = viewFacts(world.facts)
  const { books, generation } = world.state
  return [...books].flatMap(([namespace, book]) =>
    [...book.values()].filter(isLeaving).map((entry) => {
      const obstacle = obstacleTo(entry, book, { namespace, view, generation, proof: 'ovn' })
      return {
        name: `${entry.kind} ${namespace}/${entry.name}`,
        text: JSON.stringify(entry),
        obstacle,
      }
    }),
  )
}

test('a release stands still just as long as something is named that it waits for', () => {
  fc.assert(
    fc.property(fc.array(blur, { minLength: 1, maxLength: 4 }), (blurs) => {
      const world = photon()
      world.byPart = false
      world.report(applied(world))
      world.commit({
        'acknowledgements/vpc.yaml': acknowledgement('vpc', 'photon-prod', gone),
        'acknowledgements/all.yaml': acknowledgement('everything', '*', gone),
        'environments/photon-prod/claims.yaml': undefined,
      })
      for (const one of blurs) {
        world.report(blurred(world, one))
        const before = releases(world)
        world.plan()
        const after = new Map(releases(world).map(({ name, text }) => [name, text]))
        const judged = before.filter(({ obstacle }) => obstacle?.kind !== 'order')
        // Something else of ours may have gone in this very plan.
        expect(judged.map(({ name, text }) => [name, after.get(name) === text])).toEqual(
          judged.map(({ name, obstacle }) => [name, obstacle !== undefined]),
        )
      }
    }),
    { numRuns: 15 },
  )
})
