import { objectName } from '../../domain/claims/claim.ts'
import { dashPrefixes } from '../../domain/dash-prefixes.ts'
import type { Tree } from '../../domain/document.ts'
import { holderName } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Platform } from '../../domain/platform.ts'
import { type ClaimDraft, draftName } from '../import/claim-draft.ts'
import { draftClaims } from '../import/draft-claims.ts'
import { claimText, fileOf } from '../import/files.ts'
import type { Live, LiveObject } from '../import/live.ts'
import { Notes } from '../import/notes.ts'
import { isKubeOvns } from '../import/platform-found.ts'
import { noteTroubles } from '../import/taken-up.ts'
import type { Inputs } from '../inputs.ts'
import { managedBy } from '../sync/rendered-object.ts'

/** What tells an object that somebody made from one that is rendered, or was. */
interface Ground {
  readonly live: Live
  /** Ids of the rendered objects. */
  readonly rendered: ReadonlySet<string>
  readonly main: Tree
  readonly inputs: Inputs
  /** The ledger: what is on its way out is nobody's claim anew, though its object may bear no mark of ours. */
  readonly books: State['books']
}

/** An object that somebody made beside the rendered ones, and what becomes of it. */
export interface Made {
  readonly object: LiveObject
  /** The claim that would cause it, as a file of its own; a text says why there is none. */
  readonly claim: { readonly name: string; readonly file: string; readonly text: string } | string
}

/** The kinds that a claim causes by an object of that name. */
const KINDS = ['kubeovn.io/Vpc', 'kubeovn.io/Subnet', 'kubeovn.io/OvnEip']

/** What somebody made in a Vpc of ours, as the claims that an import would make of it. */
export function newClaims(ground: Ground): readonly Made[] {
  const { live, rendered, inputs, books } = ground
  const made = KINDS.flatMap((key) => live.of(key)).filter(
    (one) =>
      !rendered.has(one.id) &&
      one.object.metadata.labels?.[managedBy] !== 'netclaim' &&
      !isKubeOvns(one),
  )
  if (made.length === 0 || inputs.platform === undefined) return []
  const { drafts, notes } = draftsOf(live, inputs.platform.platform)
  const claimed = new Set([
    ...[...inputs.environments.values()].flatMap(({ claims }) => claims.map(objectName)),
    ...[...books].flatMap(([namespace, book]) =>
      [...book.values()].map((entry) => holderName(namespace, entry)),
    ),
  ])
  const vpcs = whyNoVpc(ground, notes)
  return made.flatMap((object): readonly Made[] => {
    const draft = drafts.get(object.id)
    if (draft === undefined) {
      const why = notes.of(object.id)?.message
      return why === undefined ? [] : [{ object, claim: why + vpcs(object) }]
    }
    return claimed.has(draftName(draft)) ? [] : [{ object, claim: asFile(draft, ground) }]
  })
}

/** Why the Vpc that an object seems to be of could not be read as a claim: then nothing in it can be either. */
function whyNoVpc({ live, rendered }: Ground, notes: Notes): (one: LiveObject) => string {
  const whys = new Map(
    live.of('kubeovn.io/Vpc').flatMap(({ id, name }) => {
      const why = rendered.has(id) ? notes.of(id)?.message : undefined
      return why === undefined ? [] : [[name, `; ${why}`] as const]
    }),
  )
  return ({ name }) => dashPrefixes(name).flatMap((one) => whys.get(one) ?? [])[0] ?? ''
}

/** Every claim that an import would make, by the objects that it explains. */
function draftsOf(live: Live, platform: Platform) {
  const notes = new Notes()
  noteTroubles(live, notes)
  const drafts = new Map<string, ClaimDraft>()
  for (const draft of draftClaims(live, platform, notes))
    for (const id of draft.objects) drafts.set(id, draft)
  return { drafts, notes }
}

function asFile(draft: ClaimDraft, { inputs, main }: Ground): Made['claim'] {
  const { kind, namespace } = draft
  const claims = inputs.environments.get(namespace)?.claims ?? []
  if (kind === 'VpcClaim' || !claims.some((one) => one.kind === 'VpcClaim'))
    return `environment ${namespace} is not in main: what netclaim import --from makes of it can be added by a person`
  const file = fileOf(draft)
  if (main.has(file)) return `${file} is there already and says something else`
  return { name: draftName(draft), file, text: claimText(draft) }
}
