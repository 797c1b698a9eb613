/** What names an object of a cluster. */
export interface ObjectRef {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

/** Who set which fields of an object, as the API server notes it. */
export interface FieldOwner {
  readonly manager?: string
  readonly operation?: string
  readonly subresource?: string
  /** RFC 3339. */
  readonly time?: string
  /** `{ "f:spec": { "f:v4Ip": {} } }`. */
  readonly fieldsV1?: unknown
}

/** An object as the API gives it, nothing lost: what else it holds beside these fields is kept as it is. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid?: string
    readonly resourceVersion?: string
    readonly generation?: number
    /** RFC 3339. */
    readonly creationTimestamp?: string
    /** Set while it waits for its finalizers. */
    readonly deletionTimestamp?: string
    readonly finalizers?: readonly string[]
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly ownerReferences?: readonly unknown[]
    readonly managedFields?: readonly FieldOwner[]
  }
  readonly [field: string]: unknown
}

/** A field that somebody else owns with another value. */
export interface FieldConflict {
  readonly manager: string
  /** `.spec.v4Ip`. */
  readonly field: string
  /** When that manager wrote last, RFC 3339; absent where nobody says. */
  readonly since?: string
}

/**
 * What became of a write. `refused`: the API says no to this very object and will again (schema, admission, rights, a
 * missing namespace or kind); another try of the same bytes changes nothing.
 */
export type Written =
  | {
      readonly outcome: 'written'
      readonly object: KubeObject
      readonly warnings: readonly string[]
    }
  | {
      readonly outcome: 'conflict'
      readonly conflicts: readonly FieldConflict[]
      readonly message: string
    }
  | { readonly outcome: 'refused'; readonly status: number; readonly message: string }

/** `absent-kind`: this API has no such kind, so no such object. Only the first two can show that something is absent. */
export type Listed =
  | { readonly outcome: 'whole'; readonly items: readonly KubeObject[]; readonly revision: string }
  | { readonly outcome: 'absent-kind' }
  | { readonly outcome: 'failed'; readonly status?: number; readonly message: string }

/** `changed`: it is not the object any more that was expected. `removing`: finalizers still hold it. */
export type Removed =
  | { readonly outcome: 'gone' | 'removing' | 'changed' }
  | { readonly outcome: 'refused'; readonly status: number; readonly message: string }

/**
 * A Kubernetes API.
 *
 * What can pass by itself (429, 5xx, a broken connection) is tried again inside, for a bounded time; then every method but
 * `list` throws `OutsideError`.
 */
export interface Cluster {
  /**
   * Server-side apply as field manager `netclaim`, strict about fields. `force` takes fields from their owners;
   * `part: 'status'` writes that subresource and nothing else.
   */
  apply(
    object: KubeObject,
    options?: {
      readonly force?: boolean
      readonly dryRun?: boolean
      readonly part?: 'status'
    },
  ): Promise<Written>
  /** Creates it; `conflict` where one of that name exists, which may be our own when the answer to its making was lost. */
  create(object: KubeObject): Promise<Written>
  /** Puts it in place of the very revision that it names; `conflict` where that is not the latest, for us or for others. */
  replace(object: KubeObject): Promise<Written>
  /** Undefined where there is none, or no such kind. */
  get(ref: ObjectRef): Promise<KubeObject | undefined>
  /** All of a kind, in every namespace; `labels` is a selector (`app.kubernetes.io/managed-by=netclaim`). */
  list(
    kind: Pick<ObjectRef, 'apiVersion' | 'kind'>,
    options?: { readonly labels?: string },
  ): Promise<Listed>
  /** Deletes it if it still is the object of that uid (and revision, where one is given). */
  remove(
    ref: ObjectRef,
    expected: { readonly uid: string; readonly revision?: string },
  ): Promise<Removed>
}
