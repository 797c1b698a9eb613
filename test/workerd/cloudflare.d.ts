// What the tests use of Cloudflare's own modules; its types of the whole runtime would clash with those of Node.
declare module 'cloudflare:workers' {
  export const env: Readonly<Record<string, unknown>>
  export const exports: { readonly default: { fetch(request: Request): Promise<Response> } }
}

declare module 'cloudflare:test' {
  import type { Batch } from '../../functions/worker/cloudflare.ts'

  interface NewMessage {
    readonly id: string
    readonly timestamp: Date
    readonly attempts: number
    readonly body: unknown
  }
  export function createMessageBatch(queue: string, messages: readonly NewMessage[]): Batch
  export function createExecutionContext(): object
  export function getQueueResult(
    batch: Batch,
    context: object,
  ): Promise<{
    readonly explicitAcks: readonly string[]
    readonly retryMessages: readonly { readonly msgId: string }[]
  }>
}
