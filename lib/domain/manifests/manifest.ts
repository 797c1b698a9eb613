import { emitAll, type Json, sortKeys } from '../emit.ts'

/** A Kubernetes object as we render it. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
  readonly spec: { readonly [field: string]: Json | undefined }
}

export interface Metadata {
  readonly name: string
  readonly namespace?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
}

/** `OvnEip photon-prod-web`, or with its namespace `NetworkAttachmentDefinition photon-prod/net`. */
export function objectId(manifest: Manifest): string {
  const { name, namespace } = manifest.metadata
  return `${manifest.kind} ${namespace === undefined ? name : `${namespace}/${name}`}`
}

/** The text of one rendered file: a document per manifest, in the order given. */
export function renderManifests(manifests: readonly Manifest[]): string {
  return emitAll(manifests.map(ordered))
}

/** The keys that people look for come first, all below is sorted. */
function ordered({ apiVersion, kind, metadata, spec }: Manifest): Json {
  const { name, namespace, labels, annotations, finalizers } = metadata
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      labels: sortKeys(labels),
      annotations: sortKeys(annotations),
      finalizers,
    },
    spec: sortKeys(spec),
  }
}
