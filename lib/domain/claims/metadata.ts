import * as z from 'zod'
import { label, note } from './field.ts'

/** `apiVersion` of the claim kinds. */
export const claimApiVersion = 'network.kmetal.io/v1alpha1'

/** A map of strings to strings, as labels and annotations are. */
export const StringMap = z.record(z.string(), z.string())

const fields = {
  name: note(label(), {
    description: 'Name of the object, a DNS label; unique within kind and namespace.',
    examples: ['production'],
    unit: 'DNS label',
  }),
  labels: note(StringMap.optional(), {
    description: 'Labels of the object. No meaning is read from them.',
    examples: [{ team: 'photon' }],
    default: {},
    unit: 'map of texts',
  }),
  annotations: note(StringMap.optional(), {
    description: 'Annotations of the object.',
    examples: [{ 'network.kmetal.io/provider-network-subnet': 'ext-b' }],
    default: {},
    unit: 'map of texts',
  }),
}

const namespace = note(label().optional(), {
  description: 'The environment; left out, it is the folder below environments/.',
  examples: ['photon-prod'],
  unit: 'DNS label',
})

/** `metadata` of an object that lives in a namespace. */
export const Metadata = note(z.strictObject({ ...fields, namespace }), {
  description: 'Name and environment of the object.',
  examples: [{ name: 'production', namespace: 'photon-prod' }],
  unit: 'object metadata',
})

/** `metadata` of an object that belongs to the whole platform. */
export const PlatformMetadata = note(z.strictObject(fields), {
  description: 'Name of the object.',
  examples: [{ name: 'retire-photon' }],
  unit: 'object metadata',
})

/** `apiVersion` that has to be one of `versions`. */
export function apiVersion<const Version extends string>(...versions: [Version, ...Version[]]) {
  return note(z.enum(versions), {
    description: 'Group and version of the kind.',
    examples: [versions[0]],
    unit: 'group/version',
  })
}

/** `kind` that has to be `name`. */
export function kind<const Name extends string>(name: Name) {
  return note(z.literal(name), { description: 'The kind.', examples: [name], unit: 'kind' })
}
