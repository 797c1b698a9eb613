import { emitAll, type Json, sortKeys } from '../emit.ts'

/** A Kubernetes object as we render it. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: Metadata
  readonly spec: { readonly [field: string]: Json | undefined }
}

/** A Kubernetes object that says what it wants elsewhere than in `spec`, or by being there. */
export interface SpeclessManifest extends Omit<Manifest, 'spec'> {
  readonly data?: Readonly<Record<string, string>>
  readonly rules?: readonly Json[]
  readonly roleRef?: Json
  readonly subjects?: readonly Json[]
}

export interface Metadata {
  readonly name: string
  readonly namespace?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
}

/** `OvnEip photon-prod-web`, or with its namespace `NetworkAttachmentDefinition photon-prod/net`. */
export function objectId(manifest: Manifest | SpeclessManifest): string {
  const { name, namespace } = manifest.metadata
  return `${manifest.kind} ${namespace === undefined ? name : `${namespace}/${name}`}`
}

/** The text of one rendered file: a document per manifest, in the order given. */
export function renderManifests(manifests: readonly (Manifest | SpeclessManifest)[]): string {
  return emitAll(manifests.map(ordered))
}

/** The keys that people look for come first, all below is sorted. */
function ordered({ apiVersion, kind, metadata, ...wish }: Manifest | SpeclessManifest): Json {
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
    ...(sortKeys({ ...wish }) as Readonly<Record<string, Json>>),
  }
}
