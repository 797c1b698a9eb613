import { type Delivery, failed, type Parcel, post, type WebhookTarget } from './parcel.ts'

/** Deliveries that are remembered. */
const MAX_DELIVERIES = 10_000

/** Delivers, and remembers how each attempt ended. */
export interface PostOffice {
  readonly deliveries: readonly Delivery[]
  /** Delivers after all that was handed in before; `lost`: it only seems so. */
  inTurn(parcel: Parcel, lost?: boolean): void
  /** Delivers out of turn, when that is over. */
  after(wait: Promise<unknown>, parcel: Parcel, redelivery?: boolean): void
  /** Waits until nothing is on its way. */
  settle(): Promise<void>
}

export function postOffice(of: {
  readonly target: WebhookTarget | undefined
  readonly installationId: number
  readonly now: () => number
}): PostOffice {
  const { target, installationId, now } = of
  const deliveries: Delivery[] = []
  const pending = new Set<Promise<void>>()
  let last: Promise<void> = Promise.resolve()
  let count = 0

  const attempt = async (parcel: Parcel, redelivery: boolean, lost: boolean): Promise<void> => {
    const start = now()
    const isSent = target !== undefined && !lost
    const answer = isSent ? await post(target, parcel) : failed('failed to connect to host')
    deliveries.push({
      ...parcel,
      ...answer,
      id: ++count,
      deliveredAt: new Date(start).toISOString(),
      redelivery,
      durationSeconds: (now() - start) / 1000,
      installationId,
    })
    if (deliveries.length > MAX_DELIVERIES) deliveries.shift()
  }
  const keep = (work: Promise<void>): Promise<void> => {
    const kept = work.finally(() => pending.delete(kept))
    pending.add(kept)
    return kept
  }
  return {
    deliveries,
    inTurn(parcel, lost = false) {
      last = keep(last.then(() => attempt(parcel, false, lost)))
    },
    after(wait, parcel, redelivery = false) {
      void keep(wait.then(() => attempt(parcel, redelivery, false)))
    },
    async settle() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
