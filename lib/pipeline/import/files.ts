import { claimApiVersion } from '../../domain/claims/metadata.ts'
import type { Tree } from '../../domain/document.ts'
import { emit, emitAll, type Json } from '../../domain/emit.ts'
import type { Settings } from '../../domain/settings.ts'
import type { VipConfig } from '../../domain/vip/vip-config.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { grantsText } from './grants-text.ts'
import type { Live } from './live.ts'
import type { PlatformDraft } from './platform-draft.ts'
import type { FoundProject } from './projects-found.ts'
import { vipConfigText } from './vip-config-found.ts'

/** What the files of `main` are made of. */
export interface Drafted {
  readonly settings: Settings
  readonly platform: PlatformDraft
  readonly drafts: readonly ClaimDraft[]
  readonly live: Live
  /** By namespace. */
  readonly projects: ReadonlyMap<string, FoundProject>
  readonly vip: VipConfig | undefined
}

/** The files of `main` by path, made of names that are DNS labels. */
export function filesOf({
  settings,
  platform,
  drafts,
  live,
  projects,
  vip,
}: Drafted): ReadonlyMap<string, string> {
  const files = new Map([['netclaim.yaml', settingsText(settings)]])
  if (platform.text !== undefined) files.set('platform/kmetal.yaml', platform.text)
  if (vip !== undefined) files.set('platform/cluster-config.env', vipConfigText(vip))
  const written = drafts.filter(({ isLeaving }) => isLeaving === undefined)
  for (const draft of written) files.set(fileOf(draft), claimText(draft))
  for (const [namespace, some] of Map.groupBy(written, (draft) => draft.namespace)) {
    const vpc = some.find(({ kind }) => kind === 'VpcClaim')
    const project = projects.get(namespace)
    const grants = grantsText(live, vpc ?? { namespace }, platform.platform)
    const tenant = [...grants, ...(project === undefined ? [] : [project.file])]
    files.set(`platform/tenants/${namespace}.yaml`, emitAll(tenant))
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
  return `${base}/${stems[kind]}-${name}.yaml`
}

const stems = {
  SubnetClaim: 'subnet',
  EipClaim: 'eip',
  Cluster: 'cluster',
  KdcCluster: 'kdccluster',
} as const satisfies Record<Exclude<ClaimDraft['kind'], 'VpcClaim'>, string>

/** A claim as the one document of its file. */
export function claimText(draft: ClaimDraft): string {
  return emit(claimOf(draft))
}

function claimOf({ kind, apiVersion, namespace, name, annotations, spec }: ClaimDraft): Json {
  return {
    apiVersion: apiVersion ?? claimApiVersion,
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
