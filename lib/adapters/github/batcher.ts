/** What is collected before it is asked for together. */
export interface BatchOptions<Item, Answer> {
  /** Items of one batch. */
  readonly size: number
  /** Bytes of one batch, and what an item adds to them. */
  readonly maxBytes: number
  readonly bytesOf: (item: Item) => number
  /** Batches at a time. */
  readonly atOnce: number
  /** Gives the answers in the order of the items. */
  readonly load: (items: readonly Item[]) => Promise<readonly Answer[]>
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks for many things in few calls: what is wanted in one turn of the event loop goes out together. Whoever walks two
 * trees side by side pays for one.
 */
export function batcher<Item, Answer>(options: BatchOptions<Item, Answer>) {
  let waiting: Waiting<Item, Answer>[] = []

  async function flush(): Promise<void> {
    const batches = inBatches(waiting, options)
    waiting = []
    const next = batches.values()
    const work = async () => {
      for (const batch of next) await settle(batch, options.load)
    }
    await Promise.all(Array.from({ length: Math.min(options.atOnce, batches.length) }, work))
  }

  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(() => void flush(), 0)
      waiting.push({ item, resolve, reject })
    })
}

async function settle<Item, Answer>(
  batch: readonly Waiting<Item, Answer>[],
  load: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await load(batch.map(({ item }) => item))
    for (const [nth, { resolve }] of batch.entries()) resolve(answers[nth] as Answer)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

function inBatches<Item, Answer>(
  waiting: readonly Waiting<Item, Answer>[],
  { size, maxBytes, bytesOf }: BatchOptions<Item, Answer>,
): Waiting<Item, Answer>[][] {
  const batches: Waiting<Item, Answer>[][] = []
  let bytes = 0
  for (const one of waiting) {
    const cost = bytesOf(one.item)
    const last = batches.at(-1)
    if (last === undefined || last.length >= size || bytes + cost > maxBytes) {
      batches.push([one])
      bytes = cost
    } else {
      last.push(one)
      bytes += cost
    }
  }
  return batches
}
