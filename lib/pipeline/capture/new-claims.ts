import { objectName } from '../../domain/claims/claim.ts'
import { dashPrefixes } from '../../domain/dash-prefixes.ts'
import type { Tree } from '../../domain/document.ts'
import { holderName } from '../../domain/ledger/entry.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Platform } from '../../domain/platform.ts'
import { type ClaimDraft, draftName } from '../import/claim-draft.ts'
import { objectsOf } from '../import/covered.ts'
import { draftClaims } from '../import/draft-claims.ts'
import { claimText, fileOf } from '../import/files.ts'
import { importKeys } from '../import/import-kinds.ts'
import { reasonFor } from '../import/leftovers.ts'
import type { Live, LiveObject } from '../import/live.ts'
import { Notes } from '../import/notes.ts'
import { isKubeOvns } from '../import/platform-found.ts'
import { noteTroubles } from '../import/taken-up.ts'
import type { Inputs } from '../inputs.ts'
import { managedBy } from '../sync/rendered-object.ts'
import { newParts, type Part } from './new-parts.ts'

/** What tells an object that somebody made from one that is rendered, or was. */
interface Ground {
  readonly live: Live
  /** Ids of the rendered objects. */
  readonly rendered: ReadonlySet<string>
  readonly main: Tree
  readonly inputs: Inputs
  /** The ledger: what is on its way out is nobody's claim anew, though its object may bear no mark of ours. */
  readonly known: Pick<State, 'books' | 'vlans'>
}

/** An object that somebody made beside the rendered ones, and what becomes of it. */
export interface Made {
  readonly object: LiveObject
  /** The claim that would cause it, as a file of its own, or a part of the platform; a text says why there is neither. */
  readonly claim:
    | { readonly name: string; readonly file: string; readonly text: string }
    | Part
    | string
}

/** The APIs whose objects an environment or a platform is made of; the import says which kinds of theirs. */
const GROUPS = /^(?:kubeovn\.io|metallb\.io|k8s\.cni\.cncf\.io)\//
export const madeKeys: readonly string[] = [...importKeys].filter((key) => GROUPS.test(key))

/** What somebody made beside what is rendered, as the claims that an import would make of it, or why it would make none. */
export function newClaims(ground: Ground): readonly Made[] {
  const { live, rendered, inputs, known } = ground
  const made = madeKeys
    .flatMap((key) => live.of(key))
    .filter(
      (one) =>
        !rendered.has(one.id) &&
        one.object.metadata.labels?.[managedBy] !== 'netclaim' &&
        !isKubeOvns(one),
    )
  if (made.length === 0 || inputs.platform === undefined) return []
  const { name, platform } = inputs.platform
  // Imported and not taken over, made by an operator, or a segment that is not open yet.
  const declared = new Set(objectsOf({ name, platform, vlans: known.vlans }))
  const { drafts, notes } = draftsOf(live, platform)
  const parts = newParts({ live, platform, known, notes })
  const claimed = new Set([
    ...[...inputs.environments.values()].flatMap(({ claims }) => claims.map(objectName)),
    ...[...known.books].flatMap(([namespace, book]) =>
      [...book.values()].map((entry) => holderName(namespace, entry)),
    ),
  ])
  const vpcs = whyNoVpc(ground, notes)
  return made.flatMap((object): readonly Made[] => {
    const draft = drafts.get(object.id)
    if (draft !== undefined && !claimed.has(draftName(draft)))
      return [{ object, claim: asFile(draft, ground) }]
    if (draft !== undefined) return besideClaim(object, draft, rendered)
    const part = parts.get(object.id)
    if (declared.has(object.id)) return []
    if (part !== undefined) return [{ object, claim: part }]
    const [finding] = [notes.of(object.id) ?? reasonFor(object, live)].flat()
    return finding === undefined ? [] : [{ object, claim: finding.message + vpcs(object) }]
  })
}

/** What would be its claim is rendered without it: the claim says otherwise. Else it is not rendered at all, and stays. */
function besideClaim(
  object: LiveObject,
  draft: ClaimDraft,
  rendered: ReadonlySet<string>,
): readonly Made[] {
  const [main = ''] = draft.objects
  if (!rendered.has(main)) return []
  const claim = `${draftName(draft)}, which asks for none, can never be changed: ask for another claim beside it`
  return [{ object, claim }]
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
