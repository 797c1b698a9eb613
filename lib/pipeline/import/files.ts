import { claimApiVersion } from '../../domain/claims/metadata.ts'
import type { Tree } from '../../domain/document.ts'
import { emit, emitAll, type Json } from '../../domain/emit.ts'
import type { Settings } from '../../domain/settings.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { grantsText } from './grants-text.ts'
import type { Live } from './live.ts'
import type { PlatformDraft } from './platform-draft.ts'

/** What the files of `main` are made of. */
export interface Drafted {
  readonly settings: Settings
  readonly platform: PlatformDraft
  readonly drafts: readonly ClaimDraft[]
  readonly live: Live
}

/** The files of `main` by path, made of names that are DNS labels. */
export function filesOf({
  settings,
  platform,
  drafts,
  live,
}: Drafted): ReadonlyMap<string, string> {
  const files = new Map([['netclaim.yaml', settingsText(settings)]])
  if (platform.text !== undefined) files.set('platform/kmetal.yaml', platform.text)
  for (const draft of drafts) {
    files.set(fileOf(draft), claimText(draft))
    if (draft.kind !== 'VpcClaim') continue
    const tenant = grantsText(live, draft, platform.platform)
    files.set(`platform/tenants/${draft.namespace}.yaml`, emitAll(tenant))
  }
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Texts as a tree of Git would hold them. */
export function treeOf(files: ReadonlyMap<string, string>): Tree {
  return new Map([...files].map(([path, text]) => [path, { kind: 'text', text }]))
}

/** Where a claim is written. */
export function fileOf({ kind, namespace, name }: ClaimDraft): string {
  const base = `environments/${namespace}`
  if (kind === 'VpcClaim') return `${base}/vpc.yaml`
  return `${base}/${kind === 'SubnetClaim' ? 'subnet' : 'eip'}-${name}.yaml`
}

/** A claim as the one document of its file. */
export function claimText(draft: ClaimDraft): string {
  return emit(claimOf(draft))
}

function claimOf({ kind, namespace, name, annotations, spec }: ClaimDraft): Json {
  return {
    apiVersion: claimApiVersion,
    kind,
    metadata: { name, namespace, ...(annotations === undefined ? {} : { annotations }) },
    spec,
  }
}

const HEAD = `# yaml-language-server: $schema=.schemas/netclaim.json
#
# Settings of this repository, as far as the import knows them; all others are at their defaults.
`

function settingsText({ engine, kubeOvnVersion, grants, cluster, crds }: Settings): string {
  const blocks = Object.entries(cluster).filter(([, cidrs]) => cidrs.length > 0)
  const said = {
    engine,
    kubeOvnVersion,
    grants,
    ...(blocks.length === 0 ? {} : { cluster: Object.fromEntries(blocks) }),
    crds,
  }
  return HEAD + emit(said)
}
