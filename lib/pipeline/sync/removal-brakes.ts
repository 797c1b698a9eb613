import {
  type Brake,
  type Departure,
  isAllocation,
  trippedBrakes,
} from '../../domain/ledger/brakes.ts'
import type { Settings } from '../../domain/settings.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { Desired } from './desired.ts'
import { specOf } from './in-place.ts'
import type { LiveObjects } from './live-objects.ts'
import { claimOf, environmentLabel, managedBy } from './rendered-object.ts'
import type { UnitName } from './units.ts'

/** An object whose going nothing explains. */
export interface Departing {
  readonly id: string
  readonly unit: UnitName
  readonly wave: number
  readonly object: KubeObject
  readonly first: boolean
}

/** What a run holds back; where a person has let go of it, or nothing is braked, there are none. */
export interface Brakes {
  readonly limits: Settings['brakes']
  /** The state commit, which is the one to let go of. */
  readonly commit: string
}

/** How to go on where a brake holds something. */
export function wayOn({ commit }: Brakes): string {
  return `netclaim sync --let-go ${commit} lets it go once a person has looked`
}

/** Which of them the brakes hold, with the reason: the brakes of a plan, on what is live in the cluster. */
export function tripped(
  departing: readonly Departing[],
  request: { readonly desired: Desired; readonly live: LiveObjects; readonly brakes?: Brakes },
): ReadonlyMap<string, string> {
  const { brakes } = request
  if (brakes === undefined) return new Map()
  const byClaim = Map.groupBy(departing, ({ id, object }) => claimOf(object) ?? id)
  const departures = [...byClaim].map(([name, some]) => departureOf(name, some))
  const held = new Map<string, string>()
  for (const brake of brakesOn(departures, request, brakes.limits)) {
    for (const departure of brake.departures) {
      for (const { id } of byClaim.get(departure.name) ?? [])
        held.set(id, `${brake.reason}, and the ledger does not say why: ${wayOn(brakes)}`)
    }
  }
  return held
}

function brakesOn(
  departures: readonly Departure[],
  { desired, live }: Pick<Parameters<typeof tripped>[1], 'desired' | 'live'>,
  limits: Settings['brakes'],
): readonly Brake[] {
  const ours = [...live.objects]
    .filter(([, { metadata }]) => metadata.labels?.[managedBy] === 'netclaim')
    .map(([id, object]) => departureOf(claimOf(object) ?? id, [{ object }]))
    .filter(isAllocation)
  const count = (has: (one: Departure) => boolean) =>
    new Set(ours.filter(has).map(({ name }) => name)).size
  const emptied = [...desired.values()].every(({ objects }) => objects.length === 0)
  return trippedBrakes(
    departures,
    {
      ofPool: (pool) => count((one) => one.pool === pool),
      ofEnvironment: (environment) => count((one) => one.environment === environment),
      emptied,
    },
    limits,
  )
}

function departureOf(name: string, some: readonly { readonly object: KubeObject }[]): Departure {
  const kind = name.slice(0, name.indexOf(' '))
  const [first] = some
  const pool = some
    .filter(({ object }) => object.kind === 'OvnEip')
    .map(({ object }) => specOf(object)['externalSubnet'])
    .find((one) => typeof one === 'string')
  const environment = first?.object.metadata.labels?.[environmentLabel] ?? ''
  return { environment, name, kind, ...(pool === undefined ? {} : { pool }) }
}
