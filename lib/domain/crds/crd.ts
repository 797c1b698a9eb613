import type { Json } from '../emit.ts'
import type { Manifest } from '../manifests/manifest.ts'
import { metadataOf } from '../manifests/origin.ts'
import type { Structural } from './structural.ts'
import { syntaxes } from './syntaxes.ts'

/** A column of `kubectl get`; NAME comes first and AGE last. */
export interface Column {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'integer'
  readonly jsonPath: string
}

/** The column of the condition that most kinds have. */
export const ready: Column = {
  name: 'Ready',
  type: 'string',
  jsonPath: '.status.conditions[?(@.type=="Ready")].status',
}

/** What makes a CustomResourceDefinition of one version. */
export interface CrdParts {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly shortNames: readonly string[]
  readonly scope: 'Namespaced' | 'Cluster'
  readonly about: string
  readonly spec: Structural
  readonly status: Structural
  readonly columns: readonly Column[]
  /** Whether its names are longer than a label can be, since they are made of others. */
  readonly longNames?: boolean
}

/** The one version of all these kinds. */
const version = 'v1alpha1'

/**
 * No applier may prune a CRD with what else is no longer rendered: every claim of the cluster goes with it, and where
 * the platform's own operator took over, every network.
 */
const kept = {
  'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
}

/** The definition of a kind, with `status` as a subresource of its own. */
export function renderCrd(parts: CrdParts): Manifest {
  const { group, kind, plural, shortNames, scope, about, spec, status, columns } = parts
  const { longNames = false } = parts
  const metadata = metadataOf(`${plural}.${group}`, 'CustomResourceDefinition', {
    platform: `customResourceDefinitions/${plural}`,
  })
  const schema = {
    type: 'object',
    description: about,
    ...(spec.default === undefined ? { required: ['spec'] } : {}),
    properties: {
      ...typeMeta,
      metadata: longNames ? { type: 'object' } : objectMeta,
      spec,
      status,
    },
  }
  const served = {
    name: version,
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    subresources: { status: {} },
    additionalPrinterColumns: [...columns, age],
  }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { ...metadata, annotations: { ...metadata.annotations, ...kept } },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        ...(shortNames.length > 0 && { shortNames }),
        categories: ['netclaim'],
      },
      scope,
      // The keys of a schema are those of JSON, whatever TypeScript calls them.
      versions: [served as unknown as Json],
    },
  }
}

const age = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }

const typeMeta = {
  apiVersion: { type: 'string', description: 'Group and version of the kind.' },
  kind: { type: 'string', description: 'The kind.' },
}

/** Names are parts of other names, so they are DNS labels; the API alone would take dots. */
const { pattern, maxLength } = syntaxes.label
const objectMeta = {
  type: 'object',
  properties: { name: { type: 'string', pattern, maxLength } },
}
