import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { kindName } from '../../lib/pipeline/sync/sync-kinds.ts'
import type {
  Cluster,
  FieldOwner,
  KubeObject,
  Listed,
  ObjectRef,
  Removed,
  Written,
} from '../../lib/ports/cluster.ts'

type Fields = { [key: string]: Fields }

/** Whatever an object is, as JSON: what is stored is nobody's to change. */
interface Stored {
  object: KubeObject
}

/** What a controller does to an object each time somebody looks: gives the object as it is then, or undefined: gone. */
export type Controller = (object: KubeObject, all: readonly KubeObject[]) => KubeObject | undefined

/** An API server in memory: server-side apply with owners of fields, finalizers, uids and revisions. */
export class MemoryCluster implements Cluster {
  readonly objects = new Map<string, Stored>()
  /** Every call, `apply OvnEip photon-web`; those that write begin with `apply`, `create`, `replace` or `remove`. */
  readonly calls: string[] = []
  /** Called before every call; may throw. */
  before: (call: string) => void = () => undefined
  /** Says no to an apply: status and message. */
  refuse: (object: KubeObject) => { status: number; message: string } | undefined = () => undefined
  /** Kinds whose list fails. */
  readonly deaf = new Set<string>()
  #revision = 100
  #uids = 0
  readonly #controller: Controller

  constructor(controller: Controller = (object) => object) {
    this.#controller = controller
    this.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } })
  }

  /** Another one with the same objects, as a backup would bring it back; without what is hooked into this one. */
  clone(): MemoryCluster {
    const copy = new MemoryCluster(this.#controller)
    copy.objects.clear()
    for (const [key, stored] of this.objects) copy.objects.set(key, stored)
    copy.#revision = this.#revision
    copy.#uids = this.#uids
    return copy
  }

  /** Puts an object there as somebody else would, in place of what stands there. */
  put(object: KubeObject, manager = 'kubectl'): KubeObject {
    const owner = { manager, operation: 'Update', time: TIME, fieldsV1: fieldsOf(object) }
    const metadata = { ...object.metadata, uid: this.#uid(), managedFields: [owner] }
    return this.#store({ ...object, metadata })
  }

  /** Changes fields of an object as somebody else would: they are `manager`'s from then on. */
  edit(id: string, change: object, manager = 'kubectl-edit'): void {
    const live = this.find(id)
    if (live === undefined) throw new Error(`there is no ${id}`)
    const fields = treeOf(change)
    const owner = { manager, operation: 'Update', time: TIME, fieldsV1: fields }
    const left = (live.metadata.managedFields ?? []).map((one) => ({
      ...one,
      fieldsV1: subtract(one.fieldsV1 as Fields, fields),
    }))
    const merged = merge(live, change) as unknown as KubeObject
    this.#store({ ...merged, metadata: { ...merged.metadata, managedFields: [...left, owner] } })
  }

  find(id: string): KubeObject | undefined {
    this.#reconcile()
    return this.objects.get(id)?.object
  }

  ids(): readonly string[] {
    this.#reconcile()
    return [...this.objects.keys()].toSorted()
  }

  async apply(
    object: KubeObject,
    { force = false, part }: { readonly force?: boolean; readonly part?: 'status' } = {},
  ): Promise<Written> {
    this.#call('apply', object)
    const no = this.refuse(object)
    if (no !== undefined) return { outcome: 'refused', ...no }
    const live = this.objects.get(keyOf(object))?.object
    if (part === 'status') return this.#applyStatus(object, live)
    const wanted = fieldsOf(object)
    const conflicts = (live?.metadata.managedFields ?? [])
      .filter((one) => !isOurs(one))
      .flatMap((one) => conflictsWith(object, live, { wanted, owner: one }))
    if (conflicts.length > 0 && !force)
      return { outcome: 'conflict', conflicts, message: 'conflict' }
    const former = live?.metadata.managedFields?.find(isOurs)?.fieldsV1 as Fields | undefined
    const others = (live?.metadata.managedFields ?? [])
      .filter((one) => !isOurs(one))
      .map((one) => (force ? { ...one, fieldsV1: subtract(one.fieldsV1 as Fields, wanted) } : one))
    const kept = prune(live ?? {}, former ?? {}, wanted)
    const merged = merge(kept, object) as unknown as KubeObject
    const own = { manager: 'netclaim', operation: 'Apply', time: TIME, fieldsV1: wanted }
    const uid = live?.metadata.uid ?? this.#uid()
    const next = {
      ...merged,
      metadata: { ...merged.metadata, uid, managedFields: [own, ...others] },
    }
    return { outcome: 'written', object: this.#store(next, live), warnings: [] }
  }

  /** Nothing but the status is written, and nobody owns it here. */
  #applyStatus({ status }: KubeObject, live: KubeObject | undefined): Written {
    if (live === undefined) return { outcome: 'refused', status: 404, message: 'not found' }
    const all = { ...(live['status'] as object), ...(status as object) }
    return { outcome: 'written', object: this.#store({ ...live, status: all }, live), warnings: [] }
  }

  async create(object: KubeObject): Promise<Written> {
    this.#call('create', object)
    if (this.objects.has(keyOf(object)))
      return { outcome: 'conflict', conflicts: [], message: 'already exists' }
    const metadata = { ...object.metadata, uid: this.#uid() }
    return { outcome: 'written', object: this.#store({ ...object, metadata }), warnings: [] }
  }

  async replace(object: KubeObject): Promise<Written> {
    this.#call('replace', object)
    const live = this.objects.get(keyOf(object))?.object
    if (live === undefined) return { outcome: 'refused', status: 404, message: 'not found' }
    if (live.metadata.resourceVersion !== object.metadata.resourceVersion)
      return { outcome: 'conflict', conflicts: [], message: 'the object has been modified' }
    const stored = this.#store(object)
    const { deletionTimestamp, finalizers = [] } = stored.metadata
    if (deletionTimestamp !== undefined && finalizers.length === 0)
      this.objects.delete(keyOf(object))
    return { outcome: 'written', object: stored, warnings: [] }
  }

  async get(ref: ObjectRef): Promise<KubeObject | undefined> {
    this.#call('get', { ...ref, metadata: ref })
    this.#reconcile()
    return this.objects.get(keyOf({ ...ref, metadata: ref }))?.object
  }

  async list(
    of: Pick<ObjectRef, 'apiVersion' | 'kind'>,
    { labels }: { labels?: string } = {},
  ): Promise<Listed> {
    const { apiVersion, kind } = of
    try {
      this.#call('list', { ...of, metadata: { name: '' } })
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      return { outcome: 'failed', message: error.message }
    }
    if (this.deaf.has(kind)) return { outcome: 'failed', status: 500, message: 'out of order' }
    this.#reconcile()
    const items = [...this.objects.values()].map(({ object }) => object)
    return {
      outcome: 'whole',
      items: items.filter(
        (one) => one.kind === kind && one.apiVersion === apiVersion && isLabelled(one, labels),
      ),
      revision: String(this.#revision),
    }
  }

  async remove(ref: ObjectRef, expected: { uid: string; revision?: string }): Promise<Removed> {
    this.#call('remove', { ...ref, metadata: ref })
    const key = keyOf({ ...ref, metadata: ref })
    const live = this.objects.get(key)?.object
    if (live === undefined) return { outcome: 'gone' }
    const { uid, resourceVersion, finalizers = [] } = live.metadata
    if (uid !== expected.uid) return { outcome: 'changed' }
    if (expected.revision !== undefined && expected.revision !== resourceVersion)
      return { outcome: 'changed' }
    if (finalizers.length === 0) {
      this.objects.delete(key)
      this.#revision += 1
      return { outcome: 'gone' }
    }
    this.#store({ ...live, metadata: { ...live.metadata, deletionTimestamp: TIME } })
    return { outcome: 'removing' }
  }

  #call(verb: string, object: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>): void {
    const call = `${verb} ${keyOf(object)}`
    this.before(call)
    this.calls.push(call)
  }

  #uid(): string {
    return `uid-${(this.#uids += 1)}`
  }

  /** Nothing is written where nothing changes. */
  #store(object: KubeObject, former?: KubeObject): KubeObject {
    const { resourceVersion: _, ...metadata } = object.metadata
    const plain = { ...object, metadata }
    if (former !== undefined && text(plain) === text(former)) return former
    this.#revision += 1
    const stored = structuredClone({
      ...plain,
      metadata: { ...metadata, resourceVersion: String(this.#revision) },
    })
    this.objects.set(keyOf(object), { object: stored })
    return stored
  }

  /** The controllers, until they have nothing more to do. */
  #reconcile(): void {
    for (let round = 0, moved = true; moved && round < 10; round += 1) {
      moved = false
      const all = [...this.objects.values()].map(({ object }) => object)
      for (const object of all) {
        const next = this.#controller(object, all)
        if (next === undefined) this.objects.delete(keyOf(object))
        if (next === undefined) moved = true
        else if (next !== object && this.#store(next, object) !== object) moved = true
      }
    }
  }
}

const TIME = '2026-11-30T00:00:00Z'

export function keyOf(object: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>): string {
  const { namespace, name } = object.metadata
  return `${kindName(object)} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

/** `key=value`. */
function isLabelled({ metadata }: KubeObject, selector: string | undefined): boolean {
  const [key = '', value] = selector?.split('=') ?? []
  return selector === undefined || metadata.labels?.[key] === value
}

function isOurs({ manager, operation }: FieldOwner): boolean {
  return manager === 'netclaim' && operation === 'Apply'
}

/** What an apply of the object owns: maps by key, finalizers by value, every other list as a whole. */
function fieldsOf(object: KubeObject): Fields {
  const { apiVersion: _, kind: __, metadata, status: ___, ...rest } = object
  const { labels = {}, annotations = {}, finalizers } = metadata
  const meta = {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  }
  const tree = treeOf({ metadata: meta, ...rest })
  if (finalizers === undefined) return tree
  const values = Object.fromEntries(finalizers.map((one) => [`v:${JSON.stringify(one)}`, {}]))
  return {
    ...tree,
    'f:metadata': { ...tree['f:metadata'], 'f:finalizers': { '.': {}, ...values } },
  }
}

function treeOf(value: unknown): Fields {
  if (!isMap(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [`f:${key}`, treeOf(part)]))
}

/** What is left to a manager when another one has written fields of it. */
function subtract(from: Fields, fields: Fields): Fields {
  const left: Fields = {}
  for (const [key, part] of Object.entries(from)) {
    const other = fields[key]
    if (other === undefined) left[key] = part
    else if (Object.keys(part).length > 0) left[key] = subtract(part, other)
  }
  return left
}

function conflictsWith(
  object: KubeObject,
  live: KubeObject | undefined,
  { wanted, owner }: { readonly wanted: Fields; readonly owner: FieldOwner },
) {
  const found: { manager: string; field: string }[] = []
  const walk = (fields: Fields, theirs: Fields, path: readonly string[]) => {
    for (const [key, part] of Object.entries(fields)) {
      const other = theirs[key]
      if (other === undefined || !key.startsWith('f:')) continue
      const at = [...path, key.slice(2)]
      if (Object.keys(part).length > 0) walk(part, other, at)
      else if (text(at.reduce(child, object)) !== text(at.reduce(child, live)))
        found.push({ manager: owner.manager ?? '', field: `.${at.join('.')}` })
    }
  }
  walk(wanted, owner.fieldsV1 as Fields, [])
  return found
}

/** Takes out what was ours and is not wanted any more. */
function prune(value: object, former: Fields, wanted: Fields): Record<string, unknown> {
  const result: Record<string, unknown> = { ...value }
  for (const [key, part] of Object.entries(former)) {
    if (!key.startsWith('f:')) continue
    const name = key.slice(2)
    if (wanted[key] === undefined) delete result[name]
    else if (isMap(result[name])) result[name] = prune(result[name], part, wanted[key])
  }
  return result
}

function merge(live: Record<string, unknown>, wanted: object): Record<string, unknown> {
  const result = { ...live }
  for (const [key, value] of Object.entries(wanted)) {
    const there = result[key]
    if (key === 'finalizers')
      result[key] = [...new Set([...(Array.isArray(there) ? there : []), ...value])]
    else result[key] = isMap(value) && isMap(there) ? merge(there, value) : value
  }
  return result
}

function child(value: unknown, key: string): unknown {
  return isMap(value) ? value[key] : undefined
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same for equal values, whatever the order of keys and whatever revision they are of. */
function text(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === 'resourceVersion') return undefined
    return isMap(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  })
}
