import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { KubeObject, Written } from '../../lib/ports/cluster.ts'
import { DURATION_MS, holderOf, type LeaseOptions, leaseOf, NAME } from './lease-object.ts'
import { type Memory, memoryOf } from './memory.ts'
import { statusText } from './words.ts'

/** The Lease as it was found; who holds it now, if anybody does. */
export interface FoundLease {
  readonly object?: KubeObject
  readonly memory?: Memory
  readonly holder?: string
}

/** A Lease that is ours, as long as it is kept. */
export interface HeldLease {
  /** Makes sure of it before a write. Throws `OutsideError` where somebody else has taken it over. */
  keep(): Promise<void>
  /** Gives it back, and remembers what was applied. */
  release(memory: Memory): Promise<void>
}

/** Throws `OutsideError` also where it does not say what was applied: that is not the same as nothing. */
export async function readLease(options: LeaseOptions): Promise<FoundLease> {
  const { cluster, namespace } = options
  const ref = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace, name: NAME }
  const object = await cluster.get(ref)
  if (object === undefined) return {}
  const holder = holderOf(object, options)
  const memory = memoryOf(object)
  if (typeof memory === 'string') throw illegible(memory, options)
  return {
    object,
    ...(memory === undefined ? {} : { memory }),
    ...(holder === undefined ? {} : { holder }),
  }
}

/**
 * Takes the Lease that was found, if it still is as it was found; undefined: somebody else was faster.
 * What is about to be applied is remembered by the same write.
 */
export async function takeLease(
  found: FoundLease,
  options: LeaseOptions,
  memory: Memory,
): Promise<HeldLease | undefined> {
  const { cluster, clock, identity, durationMs = DURATION_MS } = options
  const first = leaseOf(found.object, options, { holder: identity, memory })
  const written =
    found.object === undefined ? await cluster.create(first) : await cluster.replace(first)
  if (written.outcome === 'conflict') return undefined
  let object = objectOf(written, options)
  let renewed = clock.now()
  let renewing: Promise<void> | undefined

  async function write(holder: string, latest: Memory): Promise<void> {
    const next = await cluster.replace(leaseOf(object, options, { holder, memory: latest }))
    if (next.outcome === 'conflict')
      throw new OutsideError('another sync has taken over', { system: 'lease', retryable: true })
    object = objectOf(next, options)
    renewed = clock.now()
  }

  return {
    async keep() {
      if (renewing === undefined && clock.now() - renewed < durationMs / 3) return
      renewing ??= write(identity, memory).finally(() => {
        renewing = undefined
      })
      await renewing
    },
    release: (latest) => write('', latest),
  }
}

/** Remembers a commit that needs no write beside this one. False: the Lease is not as it was found any more. */
export async function remember(
  found: FoundLease,
  options: LeaseOptions,
  memory: Memory,
): Promise<boolean> {
  const object = leaseOf(found.object, options, { holder: '', memory })
  const { cluster } = options
  const written =
    found.object === undefined ? await cluster.create(object) : await cluster.replace(object)
  if (written.outcome === 'conflict') return false
  objectOf(written, options)
  return true
}

function illegible(annotation: string, { namespace }: LeaseOptions): OutsideError {
  return new OutsideError(
    `the Lease "${namespace}/${NAME}" does not say in a way that can be read what was applied (${annotation}): put it right, or delete it and run netclaim sync --accept COMMIT once a person has looked`,
    { system: 'kubernetes', retryable: false },
  )
}

function objectOf(written: Written, { namespace }: LeaseOptions): KubeObject {
  if (written.outcome === 'written') return written.object
  throw new OutsideError(
    `the Lease "${namespace}/${NAME}" cannot be written: ${statusText(written)}`,
    { system: 'kubernetes', retryable: false },
  )
}
