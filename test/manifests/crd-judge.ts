import { existsSync, readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'
import { crd, crdNames } from '../../lib/domain/crds/crds.ts'
import { judgeMetadata } from './judge-metadata.ts'

const folder = new URL('../../../shared/crds/', import.meta.url)

/** Each version of a kind's CRD judges; 1.15 is the stricter one of Kube-OVN. */
const files = [
  'kube-ovn-v1.15.yaml',
  'kube-ovn-v1.16.yaml',
  'metallb-v0.16.yaml',
  'network-attachment-definition.yaml',
  'flux-source-v1.9.yaml',
  'flux-kustomize-v1.9.yaml',
  'flux-notification-v1.9.yaml',
]

/** Whether the CRDs are here; a test skips where they are not. */
export const judgeAvailable = existsSync(folder)

if (!judgeAvailable) console.warn('../shared/crds is absent: no manifest is judged by its CRD')

interface Crd {
  readonly file: string
  readonly spec: {
    readonly group: string
    readonly names: { readonly kind: string }
    readonly scope: string
    readonly versions: readonly {
      readonly name: string
      readonly schema: { readonly openAPIV3Schema: Schema }
    }[]
  }
}
type Schema = Readonly<Record<string, unknown>>
interface Seen {
  readonly apiVersion?: unknown
  readonly kind?: unknown
  readonly metadata?: Readonly<Record<string, unknown>>
}

const documents = new Map<string, readonly string[]>()
const crds = new Map<string, readonly Crd[]>()
const validators = new Map<string, ValidateFunction>()
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  validateFormats: false,
  unicodeRegExp: false,
})

/**
 * What an API server with the real CRDs would refuse or drop of a manifest: unknown fields, wrong
 * types, missing or forbidden values, a name or label that is none. Empty: accepted. CEL rules are
 * not run. Kinds of Kubernetes itself are only looked at by their metadata.
 */
export function judge(manifest: unknown): readonly string[] {
  const seen = manifest as Seen
  const id = `${String(seen.kind)} ${String(seen.metadata?.['name'])}`
  const [group = '', version = ''] = String(seen.apiVersion).split('/')
  const complaints = judgeMetadata(seen.metadata ?? {})
  if (group.includes('.') && !group.endsWith('.k8s.io')) {
    const known = crdsOf(group, String(seen.kind))
    if (known.length === 0) complaints.push(`no CRD has this kind in "${group}"`)
    for (const crd of known) complaints.push(...judgeBy(crd, version, manifest))
  }
  return complaints.map((complaint) => `${id}: ${complaint}`)
}

function judgeBy(crd: Crd, version: string, manifest: unknown): readonly string[] {
  const served = crd.spec.versions.find(({ name }) => name === version)
  if (served === undefined) return [`${crd.file} serves no version "${version}"`]
  const namespaced = (manifest as Seen).metadata?.['namespace'] !== undefined
  if (namespaced !== (crd.spec.scope === 'Namespaced')) return [`its scope is ${crd.spec.scope}`]
  const key = `${crd.file} ${String((manifest as Seen).kind)} ${version}`
  const validate = validators.get(key) ?? ajv.compile(closeRoot(served.schema.openAPIV3Schema))
  validators.set(key, validate)
  if (validate(manifest)) return []
  return (validate.errors ?? []).map((error) => `${crd.file}: ${textOf(error)}`)
}

function textOf({ instancePath, message, params }: ErrorObject): string {
  const more = 'additionalProperty' in params ? ` "${String(params['additionalProperty'])}"` : ''
  return `${instancePath} ${message ?? ''}${more}`.trim()
}

/** Parses only those documents that can be the kind's: the files hold hundreds of kilobytes. */
function crdsOf(group: string, kind: string): readonly Crd[] {
  const key = `${group}/${kind}`
  const known = crds.get(key)
  if (known !== undefined) return known
  const all = ownGroups.test(group) ? ownCrds() : foreignCrds(group, kind)
  const found = all.filter(({ spec }) => spec.names.kind === kind && spec.group === group)
  crds.set(key, found)
  return found
}

const ownGroups = /(^|\.)kmetal\.io$|^network\.kube-dc\.com$/

function ownCrds(): readonly Crd[] {
  return crdNames.map((name) => ({ ...(crd(name) as unknown as Omit<Crd, 'file'>), file: name }))
}

function foreignCrds(group: string, kind: string): readonly Crd[] {
  return files.flatMap((file) =>
    documentsOf(file)
      .filter((text) => text.includes(`\n  group: ${group}\n`) && text.includes(`kind: ${kind}\n`))
      .map((text) => ({ ...parse(text), file })),
  )
}

function documentsOf(file: string): readonly string[] {
  const known = documents.get(file)
  if (known !== undefined) return known
  const texts = readFileSync(new URL(file, folder), 'utf8').split(/^---.*$/m)
  documents.set(file, texts)
  return texts
}

/** The schema as server-side field validation `Strict` applies it; metadata is Kubernetes's own. */
function closeRoot(schema: Schema): Schema {
  const closed = close(schema) as { readonly properties: Schema }
  const own = { apiVersion: { type: 'string' }, kind: { type: 'string' } }
  return {
    ...closed,
    properties: { ...closed.properties, ...own, metadata: { type: 'object' } },
  }
}

/** Adds `additionalProperties: false` to each object of a structural schema that allows no others. */
function close(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema
  const closed: Record<string, unknown> = { ...schema }
  if (properties !== undefined) {
    const entries = Object.entries(properties as Record<string, Schema>)
    closed['properties'] = Object.fromEntries(entries.map(([name, one]) => [name, close(one)]))
  }
  if (items !== undefined) closed['items'] = close(items as Schema)
  if (typeof additionalProperties === 'object') {
    closed['additionalProperties'] = close(additionalProperties as Schema)
  }
  const isOpen =
    additionalProperties !== undefined || schema['x-kubernetes-preserve-unknown-fields'] === true
  if (schema['type'] === 'object' && !isOpen) closed['additionalProperties'] = false
  return closed
}
