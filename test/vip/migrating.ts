import type { Facts } from '../../lib/domain/facts.ts'
import { isHeld } from '../../lib/domain/ledger/entry.ts'
import { rankOf, type StepName, stepNames } from '../../lib/domain/vip/migration-steps.ts'
import { applied } from '../plan/cluster-of.ts'
import type { Files } from '../plan/files.ts'
import { World } from '../plan/world.ts'
import { migrationFile, newPool } from './migration-file.ts'
import { liveCluster, vipConfig } from './vip-files.ts'

/** Two clusters of one project, and one of another. */
export const clusters: Files = {
  'environments/photon-prod/solar.yaml': liveCluster('solar', { blocks: 2 }),
  'environments/photon-prod/moon.yaml': liveCluster('moon'),
  'environments/dynamo-prod/coil.yaml': liveCluster('coil'),
}

const kinds = ['AddressArena', 'AddressReservation', 'KdcCluster', 'SwitchLBRule']

/** What a cluster tells that has applied the present state and looked into every tenant cluster. */
export function seen(world: World, more: Partial<Facts> = {}): Facts {
  const names = namesIn(world)
  const facts = applied(world, { clusters: names, tenants: names })
  return {
    ...facts,
    complete: [...facts.complete, ...kinds],
    objects: [...facts.objects, ...names.map((name) => `KdcCluster ${name}`)].toSorted(),
    ...more,
  }
}

/** The same, with OVN-NB read twice without every block that waits for it. */
export function proven(world: World): Facts {
  const { generation } = world.state
  const waiting = [...world.state.books].flatMap(([vpc, book]) =>
    [...book.values()].flatMap(({ blocks = [] }) =>
      blocks
        .filter(({ phase }) => phase === 'Tombstoned')
        .map(({ cidr: address }) => ({ address, vpc, generation })),
    ),
  )
  return seen(world, { proven: waiting })
}

function namesIn(world: World): readonly string[] {
  return [...world.state.books]
    .flatMap(([namespace, book]) =>
      [...book.values()]
        .filter((entry) => entry.kind === 'KdcCluster' && isHeld(entry))
        .map(({ name }) => `${namespace}/${name}`),
    )
    .toSorted()
}

/** Everything delegated out of the default pool, and told. */
export function delegated(more: Files = clusters): World {
  const world = World.of({ ...more, ...vipConfig() })
  world.report(seen(world))
  return world
}

/** Files of a step; those of the last one with the pool that it leads to. */
export function filesOf(step: string): Files {
  return { ...migrationFile(step), ...(step === 'Create' ? vipConfig('enable', newPool) : {}) }
}

/** Merges one step, which the cluster then applies and tells of twice, with its proof. */
export function take(world: World, step: string): void {
  world.commit(filesOf(step))
  world.report(seen(world))
  world.report(proven(world))
}

/** A world in which the steps up to this one are taken, and done. */
export function inStep(step: StepName, begin?: World): World {
  if (begin === undefined) return madeUpTo(step).copy()
  for (const one of stepNames.slice(0, rankOf(step) + 1)) take(begin, one)
  return begin
}

const made = new Map<StepName, World>()

/** Each step is taken once for all tests of a file. */
function madeUpTo(step: StepName): World {
  const known = made.get(step)
  if (known !== undefined) return known
  const before = stepNames[rankOf(step) - 1]
  const world = before === undefined ? delegated() : madeUpTo(before).copy()
  take(world, step)
  made.set(step, world)
  return world
}
