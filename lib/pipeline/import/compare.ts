import { noFacts } from '../../domain/facts.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { viewFacts } from '../../domain/ledger/facts-view.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Manifest } from '../../domain/manifests/manifest.ts'
import { platformAnnotation } from '../../domain/manifests/origin.ts'
import { platformManifests } from '../../domain/manifests/platform-manifests.ts'
import type { Settings } from '../../domain/settings.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { renderEnvironment } from '../plan/render-environment.ts'
import { idOf } from '../sync/desired.ts'
import { differences, isEqual } from '../sync/differences.ts'
import { inLiveForm } from '../sync/live-form.ts'
import { claimAnnotation } from '../sync/rendered-object.ts'
import type { Live } from './live.ts'
import type { PlatformDraft } from './platform-draft.ts'
import { shownAt } from './shown-at.ts'

/** One object that would be rendered once what it is of is taken over, beside what there is. */
export interface Compared {
  /** `Subnet photon-prod-lan`. */
  readonly id: string
  /** `same`: taking it over adds labels alone. `differs`: in these fields. `absent`: it would be made. */
  readonly live: 'same' | 'differs' | 'absent'
  readonly fields: readonly ComparedField[]
}

/** A field that taking over would change, as JSON. */
export interface ComparedField {
  /** `.spec.excludeIps`. */
  readonly field: string
  /** Absent: it is not there. */
  readonly live?: string
  readonly rendered: string
}

/** What would be rendered of each claim, `SubnetClaim photon-prod/lan`, and of each part of the platform. */
export type Comparison = ReadonlyMap<string, readonly Compared[]>

interface Request {
  readonly state: State
  readonly platform: PlatformDraft
  readonly settings: Settings
  readonly live: Live
}

/** Renders all that was imported as if it were taken over, and holds it against what there is. */
export function compare({ state, platform, settings, live }: Request): Comparison {
  const byId = new Map(live.all.map(({ id, object }) => [id, object]))
  const found = new Map<string, Compared[]>()
  for (const manifest of manifestsOf({ state, platform, settings })) {
    const { annotations } = manifest.metadata
    const of = annotations[claimAnnotation] ?? annotations[platformAnnotation] ?? ''
    const some = found.get(of) ?? []
    found.set(of, some)
    const object = manifest as unknown as KubeObject
    some.push(comparedTo(object, byId.get(idOf(object))))
  }
  return found
}

function manifestsOf({ state, platform, settings }: Omit<Request, 'live'>): readonly Manifest[] {
  const { platform: declared, name: kmetal, vlans } = platform
  const open = new Set(state.open)
  const view = viewFacts(noFacts)
  const ofPlatform =
    platform.text === undefined
      ? []
      : [...platformManifests(declared, { settings, open: () => true, kmetal, vlans }).values()]
  const ofClaims = [...state.books].flatMap(([namespace, marked]) => {
    const book = new Map([...marked].map(([key, entry]) => [key, takenOver(entry)]))
    const arena = state.arenas.get(namespace)
    const context = { namespace, book, platform: declared, settings, view, open, arena }
    return [...renderEnvironment(context).values()].map((make) => make())
  })
  return [...ofPlatform, ...ofClaims].flat()
}

function takenOver(entry: Entry): Entry {
  const { imported: _, ...rest } = entry
  return rest as Entry
}

function comparedTo(rendered: KubeObject, there: KubeObject | undefined): Compared {
  const id = idOf(rendered)
  if (there === undefined) return { id, live: 'absent', fields: [] }
  const wanted = inLiveForm(rendered, there)
  const fields = differences(wanted, there)
    .filter(({ kind, field }) => kind === 'value' && field.startsWith('.spec'))
    .map(({ field, keys }) => {
      const [live, rendered] = [there, wanted].map((one) => shownAt(one, keys))
      return { field, ...(live === undefined ? {} : { live }), rendered: rendered ?? '' }
    })
  return { id, live: isEqual(wanted, there) ? 'same' : 'differs', fields }
}
