import * as z from 'zod'
import type { AppliedRecord } from '../../lib/pipeline/sync/verify-state.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'

/** What a cluster remembers of the last run, in annotations of the Lease. */
export interface Memory extends AppliedRecord {
  /** Why it was taken for a restored one, until all that came back with it is gone again. */
  readonly restored?: string
}

const PREFIX = 'netclaim.dev/'

const Annotations = z.object({
  'netclaim.dev/applied-commit': z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/),
  'netclaim.dev/applied-generation': z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  'netclaim.dev/cluster': z.string().min(1),
  'netclaim.dev/revision': z.string().regex(/^\d{0,20}$/),
  'netclaim.dev/restored': z.string().default(''),
  'netclaim.dev/ejected': z.string().default(''),
})

/** Undefined where nothing is remembered. A text names an annotation that cannot be read: then nobody knows what was. */
export function memoryOf({ metadata }: KubeObject): Memory | string | undefined {
  const { annotations = {} } = metadata
  if (!Object.keys(Annotations.shape).some((key) => Object.hasOwn(annotations, key)))
    return undefined
  const parsed = Annotations.safeParse(annotations)
  if (!parsed.success) return String(parsed.error.issues[0]?.path[0])
  const restored = parsed.data['netclaim.dev/restored']
  const ejected = parsed.data['netclaim.dev/ejected']
  return {
    commit: parsed.data['netclaim.dev/applied-commit'],
    generation: parsed.data['netclaim.dev/applied-generation'],
    uid: parsed.data['netclaim.dev/cluster'],
    revision: parsed.data['netclaim.dev/revision'],
    ...(restored === '' ? {} : { restored }),
    ...(ejected === '' ? {} : { ejected }),
  }
}

export function annotationsOf(memory: Memory): Readonly<Record<string, string>> {
  return {
    [`${PREFIX}applied-commit`]: memory.commit,
    [`${PREFIX}applied-generation`]: String(memory.generation),
    [`${PREFIX}cluster`]: memory.uid,
    [`${PREFIX}revision`]: memory.revision,
    [`${PREFIX}restored`]: memory.restored ?? '',
    [`${PREFIX}ejected`]: memory.ejected ?? '',
  }
}
