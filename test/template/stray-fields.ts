import { load } from 'js-yaml'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: unknown
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean
  readonly 'x-kubernetes-int-or-string'?: boolean
}
interface Crd {
  readonly spec?: {
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: Schema } }[]
  }
}

/**
 * Fields of an object that its CRD does not know, types that are others, and fields that lack.
 *
 * The CRD of an ApplicationSet is a megabyte: to compile it for one object would take ten seconds.
 */
export function strayFields(crds: readonly string[], object: { readonly kind?: string }): string[] {
  const text = crds.find((crd) => crd.includes(`\n    kind: ${object.kind}\n`))
  const schema = (load(text ?? '{}') as Crd).spec?.versions[0]?.schema.openAPIV3Schema
  return schema === undefined ? [`no CRD of ${object.kind}`] : walk(schema, object, '')
}

function walk(schema: Schema, value: unknown, path: string): string[] {
  if (schema['x-kubernetes-int-or-string'] || schema['x-kubernetes-preserve-unknown-fields'])
    return []
  const type = Array.isArray(value) ? 'array' : typeof value
  const wanted = schema.type === 'integer' ? 'number' : schema.type
  if (wanted !== undefined && wanted !== type) return [`${path} is ${type}, not ${wanted}`]
  if (Array.isArray(value))
    return value.flatMap((item, n) => walk(schema.items ?? {}, item, `${path}[${n}]`))
  if (typeof value !== 'object' || value === null) return []
  const { properties, required = [] } = schema
  const missing = required.filter((name) => !(name in value)).map((name) => `${path}.${name} lacks`)
  if (properties === undefined) return missing
  const strays = Object.entries(value).flatMap(([name, item]) => {
    const known = properties[name]
    return known === undefined
      ? [`${path}.${name} is unknown`]
      : walk(known, item, `${path}.${name}`)
  })
  return [...missing, ...strays]
}
