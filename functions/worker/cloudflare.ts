/** What a Worker is given, by name. */
export type Env = Readonly<Record<string, unknown>>

/** What is used of a queue of Cloudflare, the end that takes messages. */
export interface QueueBinding {
  /** At most 128 KB. */
  send(body: unknown, options: { readonly contentType: 'json' }): Promise<unknown>
  /** At most 100 messages and 256 KB at a time, 128 KB each. */
  sendBatch(
    messages: readonly { readonly body: unknown; readonly contentType: 'json' }[],
  ): Promise<unknown>
}

/** A message at the other end. */
export interface Message {
  readonly body: unknown
  /** From 1. */
  readonly attempts: number
  ack(): void
  retry(options: { readonly delaySeconds: number }): void
}

export interface Batch {
  readonly messages: readonly Message[]
}

/** The queue of the jobs; undefined where `wrangler.jsonc` binds none. */
export function jobsBinding({ JOBS: binding }: Env): QueueBinding | undefined {
  return isQueue(binding) ? binding : undefined
}

function isQueue(value: unknown): value is QueueBinding {
  const binding = value as Partial<QueueBinding> | undefined
  return typeof binding?.send === 'function' && typeof binding.sendBatch === 'function'
}
