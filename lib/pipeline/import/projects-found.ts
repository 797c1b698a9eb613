import { quote } from '../../domain/claims/quote.ts'
import type { Json } from '../../domain/emit.ts'
import { ProjectFile } from '../../domain/project.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'

/** A Project of Kube-DC as the repository says it. */
export interface FoundProject {
  /** `Project photon/prod`. */
  readonly id: string
  readonly file: Json
}

/** The Projects by the namespace behind each, of which at most one is imported. */
export function findProjects(live: Live, notes: Notes): ReadonlyMap<string, FoundProject> {
  const found = new Map<string, FoundProject>()
  for (const one of live.of('kube-dc.com/Project')) {
    if (notes.isLeft(one)) continue
    const file = fileOf(one)
    const { data, error } = ProjectFile.safeParse(file)
    const namespace = namespaceOf(one)
    const [issue] = error?.issues ?? []
    const why =
      data === undefined
        ? `says what no file can: ${issue?.path.join('.') ?? 'spec'}: ${issue?.message ?? ''}`
        : behind(one, namespace)
    if (why !== undefined) notes.leave(one, importRules.otherForm, `${one.id} ${why}`)
    else if (found.has(namespace))
      notes.leave(
        one,
        importRules.otherForm,
        `${one.id} is a second Project of ${quote(namespace)}`,
      )
    else found.set(namespace, { id: one.id, file })
  }
  return found
}

/** Kube-DC calls the namespace behind a project `<organization>-<project>`. */
function namespaceOf({ name, namespace = '' }: LiveObject): string {
  return `${namespace}-${name}`
}

function behind({ object }: LiveObject, namespace: string): string | undefined {
  const { status } = object
  const said =
    typeof status === 'object' && status !== null && 'namespace' in status
      ? status.namespace
      : undefined
  if (typeof said !== 'string' || said === '' || said === namespace) return undefined
  return `has the namespace ${quote(said)}, and not ${quote(namespace)}`
}

/** What of it is read; the rest is Kube-DC's. */
function fileOf({ name, namespace, object }: LiveObject): Json {
  const spec = typeof object['spec'] === 'object' && object['spec'] !== null ? object['spec'] : {}
  const kept = Object.entries(spec).filter(([key]) => READ.has(key))
  return {
    apiVersion: 'kube-dc.com/v1',
    kind: 'Project',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    spec: Object.fromEntries(kept),
  }
}

const READ: ReadonlySet<string> = new Set(['cidrBlock', 'egressNetworkType', 'gwLanIp'])
