import type { KubeObject } from '../../ports/cluster.ts'
import { jsonIn } from './status.ts'
import type { Answer } from './transport.ts'

/** The object that an answer holds; undefined where there is none in it. */
export function objectIn({ body }: Answer): KubeObject | undefined {
  const json = jsonIn(body)
  return isObject(json) ? json : undefined
}

/** Whether it has what every object has; the rest is as the API gave it. */
export function isObject(value: unknown): value is KubeObject {
  if (!isRecord(value)) return false
  const { apiVersion, kind, metadata } = value
  return typeof apiVersion === 'string' && typeof kind === 'string' && isNamed(metadata)
}

/** Whether it is the metadata of an object. */
export function isNamed(value: unknown): value is KubeObject['metadata'] {
  return isRecord(value) && typeof value['name'] === 'string'
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
