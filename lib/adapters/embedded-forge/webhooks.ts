import { setTimeout as pause } from 'node:timers/promises'
import type { ForgeEvent } from './forge.ts'
import { draw, type Nasty } from './nasty.ts'
import { type Delivery, type Parcel, toParcel, type WebhookTarget } from './parcel.ts'
import { postOffice } from './post-office.ts'

export interface Webhooks {
  readonly url: string | undefined
  readonly deliveries: readonly Delivery[]
  send(event: ForgeEvent, payload: object): void
  redeliver(delivery: Delivery): void
  /** Waits until everything is sent and answered. */
  settle(): Promise<void>
}

/** Sends one after the other, in the order of what happened, as long as it is not told to do otherwise. */
export function webhooks(of: {
  readonly target: WebhookTarget | undefined
  readonly nasty: Nasty
  readonly appId: number
  readonly installationId: number
  readonly now: () => number
}): Webhooks {
  const { target, nasty, appId, installationId } = of
  const office = postOffice(of)
  let held: Parcel | undefined
  let sent = 0

  const release = (): void => {
    const parcel = held
    held = undefined
    if (parcel !== undefined) office.inTurn(parcel)
  }
  const hold = (parcel: Parcel): void => {
    held = parcel
    setTimeout(release, nasty.reorderMs).unref()
  }
  const dispatch = (parcel: Parcel, fate: Fate): void => {
    if (fate === 'reordered' && held === undefined) return hold(parcel)
    if (fate === 'late') office.after(pause(nasty.lateMs), parcel)
    else office.inTurn(parcel, fate === 'lost')
    if (fate === 'doubled') office.inTurn(parcel)
    release()
  }
  return {
    url: target?.url,
    deliveries: office.deliveries,
    send(event, payload) {
      if (target === undefined) return
      const parcel = toParcel(event, payload, { secret: target.secret, appId, installationId })
      dispatch(parcel, fateOf(nasty, parcel.event, sent++))
    },
    redeliver: (delivery) => office.after(Promise.resolve(), delivery, true),
    settle() {
      release()
      return office.settle()
    },
  }
}

type Fate = 'sent' | 'lost' | 'doubled' | 'late' | 'reordered'

/** What becomes of the n-th webhook. */
function fateOf(nasty: Nasty, event: string, at: number): Fate {
  const chances = {
    lost: nasty.lostWebhook,
    doubled: nasty.doubledWebhook,
    late: nasty.lateWebhook,
    reordered: nasty.reorderedWebhook,
  }
  const fates = Object.entries(chances) as [Fate, number][]
  const hit = fates.find(
    ([fate, chance]) => chance > 0 && draw(nasty.seed, fate, event, at) < chance,
  )
  return hit?.[0] ?? 'sent'
}
