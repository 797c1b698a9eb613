import * as z from 'zod'
import { label, note, text } from './field.ts'
import { objectToKeyIn, objectToLabelValue } from './label-syntax.ts'
import { textMap } from './text-map.ts'

/** `apiVersion` of the claim kinds. */
export const claimApiVersion = 'network.kmetal.io/v1alpha1'

/** Each key that Kubernetes would refuse is an issue of its own, also where a value is of a wrong type. */
const keys = z.check<Readonly<Record<string, string>>>(({ value: input, issues }) => {
  for (const key in input) {
    const objection = objectToKeyIn(key)
    if (objection === undefined) continue
    const { why: message } = objection
    issues.push({ code: 'custom', input, path: [key], message, params: { objection } })
  }
})
keys._zod.def.when = ({ value }) => typeof value === 'object' && value !== null

/** A map by label keys: annotations, whose values are any text. */
export const AnnotationMap = textMap(z.string(), () => true).check(keys)

/** A map by label keys to label values. */
export const LabelMap = textMap(
  text('labelValue', objectToLabelValue),
  (value) => objectToLabelValue(value) === undefined,
).check(keys)

const fields = {
  name: note(label(), {
    description: 'Name of the object, a DNS label; unique within kind and namespace.',
    examples: ['production'],
    unit: 'DNS label',
  }),
  labels: note(LabelMap.optional(), {
    description: 'Labels of the object.',
    examples: [{ team: 'photon' }],
    default: {},
    unit: 'map of texts',
  }),
  annotations: note(AnnotationMap.optional(), {
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
