import fc from 'fast-check'
import type { Facts } from '../../lib/domain/facts.ts'
import { applied } from './cluster-of.ts'
import { acknowledgement, claim, cluster, platformFile, transfer } from './files.ts'
import type { Changes, World } from './world.ts'

/** One thing that happens to a repository. */
export type Event =
  | { readonly kind: 'commit'; readonly changes: Changes }
  | { readonly kind: 'report'; readonly how: How }
  | { readonly kind: 'let go' }

type How = 'applied' | 'lagging' | 'partial' | 'stranger' | 'bound' | 'in use'

/** Two of them share names of objects: `a-b/c` and `a/b-c`. */
const ENVIRONMENTS = ['a', 'a-b', 'zeta'] as const
const PINS = [
  '198.51.100.20',
  '198.51.100.21',
  '198.51.100.24',
  '198.51.100.25',
  '203.0.113.2',
] as const

const environment = fc.constantFrom(...ENVIRONMENTS)
const pin = fc.constantFrom(...PINS)

const vpcSpec = fc.constantFrom(
  '{externalAccess: true}',
  '{externalAccess: true}',
  '{externalAccess: false}',
  '{externalAccess: true, providerNetworkRef: {name: provider2}}',
)
const subnetSpec = fc
  .tuple(fc.constantFrom('10.0.0.0/24', '10.0.1.0/24', '10.0.0.0/23', '10.0.0.0/99'), fc.boolean())
  .map(([cidr, snat]) => `{cidrBlock: ${cidr}, enableSnatRule: ${snat}}`)
const eipSpec = fc.oneof(
  fc.constant('{}'),
  pin.map((address) => `{v4Ip: ${address}}`),
)
const egressSpec = fc.oneof(
  fc.constant('{type: lrp}'),
  pin.map((address) => `{type: lrp, v4Ip: ${address}}`),
)

const oneClaim = fc.oneof(
  fc.tuple(
    fc.constant('vpc'),
    vpcSpec.map((spec) => claim('VpcClaim', 'main', spec)),
  ),
  fc
    .tuple(fc.constantFrom('s', 'b-c'), subnetSpec)
    .map(([name, spec]) => [name, claim('SubnetClaim', name, spec)] as const),
  fc
    .tuple(fc.constantFrom('e', 'f', 'b-c', 'c'), eipSpec)
    .map(([name, spec]) => [`eip-${name}`, claim('EipClaim', name, spec)] as const),
  fc.tuple(
    fc.constant('external'),
    egressSpec.map((spec) => claim('EipClaim', 'external', spec)),
  ),
  fc
    .constantFrom('172.21.208.110', '172.21.208.111', '')
    .map((address) => ['solar', cluster('solar', { subnet: 's', address })] as const),
  fc.constantFrom(['broken', 'a: [\n'] as const, ['empty', '# nothing\n'] as const),
)

const claimChange = fc
  .tuple(environment, oneClaim, fc.integer({ min: 0, max: 3 }))
  .map(([namespace, [name, text], chance]): Changes => {
    const isGone = chance === 0 || (name === 'broken' && chance < 3)
    return { [`environments/${namespace}/${name}.yaml`]: isGone ? undefined : text }
  })

const small = '[198.51.100.1..198.51.100.19, 198.51.100.26..198.51.100.254]'
const smaller = '[198.51.100.1..198.51.100.19, 198.51.100.24..198.51.100.254]'
const operatorChange = fc.oneof(
  fc
    .constantFrom(small, smaller)
    .map((excludes): Changes => ({ 'platform/kmetal.yaml': platformFile({ excludes }) })),
  fc.constantFrom(
    { 'netclaim.yaml': 'proof: api\nbrakes: {releases: 2, sharePercent: 50, shareFrom: 2}\n' },
    { 'netclaim.yaml': undefined },
    { 'netclaim.yaml': 'a: [\n' },
    { 'netclaim.yaml': undefined },
  ),
  fc
    .tuple(
      environment,
      environment,
      fc.constantFrom('e', 'f', 'external'),
      fc.constantFrom('e', 'f'),
      fc.nat(9),
    )
    .map(
      ([from, to, giver, taker, n]): Changes => ({
        'acknowledgements/move.yaml': transfer(
          `EipClaim ${from}/${giver}`,
          `EipClaim ${to}/${taker}`,
          `r${n}`,
        ),
        [`environments/${from}/eip-${giver}.yaml`]: undefined,
        [`environments/${to}/eip-${taker}.yaml`]: claim('EipClaim', taker),
      }),
    ),
  environment.map(
    (namespace): Changes =>
      Object.fromEntries(
        ['vpc', 's', 'b-c', 'eip-e', 'eip-f', 'eip-b-c', 'eip-c', 'external', 'solar'].map(
          (name) => [`environments/${namespace}/${name}.yaml`, undefined],
        ),
      ),
  ),
)

const commit = fc
  .tuple(
    fc.array(
      fc.oneof({ weight: 5, arbitrary: claimChange }, { weight: 1, arbitrary: operatorChange }),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([all]): Event => ({ kind: 'commit', changes: Object.assign({}, ...all) as Changes }))

const report = fc
  .constantFrom<How>(
    'applied',
    'applied',
    'applied',
    'lagging',
    'partial',
    'stranger',
    'bound',
    'in use',
  )
  .map((how): Event => ({ kind: 'report', how }))

/** What happens one after the other: merges of all kinds, reports of all kinds, brakes that are let go. */
export const history = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: commit },
    { weight: 4, arbitrary: report },
    { weight: 1, arbitrary: fc.constant<Event>({ kind: 'let go' }) },
  ),
  { minLength: 20, maxLength: 40, size: 'max' },
)

/** Lets one event happen. */
export function happen(world: World, event: Event): void {
  if (event.kind === 'commit') world.commit(event.changes)
  else if (event.kind === 'report') world.report(factsOf(world, event.how))
  else world.commit(lettingGo(world))
}

function factsOf(world: World, how: How): Facts {
  const facts = applied(world)
  switch (how) {
    case 'applied':
      return facts
    case 'lagging':
      return world.facts
    case 'partial':
      return { ...facts, complete: ['OvnEip', 'Subnet'] }
    case 'stranger':
      return { ...facts, uid: 'another' }
    case 'bound': {
      const binding = { environment: 'a', claim: 'e', cluster: 'solar', service: 'demo/whoami' }
      return { ...facts, bindings: [binding], clusters: ['a/solar'] }
    }
    case 'in use':
      return { ...facts, usage: facts.usage.map((one) => ({ ...one, v4: '2' })) }
  }
}

/** Acknowledgements of everything that any brake holds back. */
function lettingGo(world: World): Changes {
  const held = [...world.state.books].flatMap(([namespace, book]) =>
    [...book.values()].flatMap((entry) =>
      (entry.heldBack ?? []).map((brake) => ({
        ...brake,
        name: `${entry.kind} ${namespace}/${entry.name}`,
      })),
    ),
  )
  const groups = Map.groupBy(held, ({ brake, subject }) => `${brake} ${subject}`)
  const files = [...groups.values()].map((group, n) => {
    const { brake = '', subject = '' } = group[0] ?? {}
    const names = group.map(({ name }) => name)
    const text = acknowledgement(brake, subject, names, `at ${world.source}`)
    return [`acknowledgements/go-${n}.yaml`, text.replace(`name: ${brake}`, `name: go-${n}`)]
  })
  return Object.fromEntries(files) as Changes
}
