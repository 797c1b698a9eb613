/** Something outside refused or failed: a file, Git, a forge, a cluster, the network. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
  /** Who failed: `files`, `git`, `github`. */
  readonly system: string
  /** Whether trying again later can help. */
  readonly retryable: boolean
  /** Seconds before which trying again cannot help, where the outside named them. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    from: {
      readonly system: string
      readonly retryable: boolean
      readonly retryAfterSeconds?: number
      readonly cause?: unknown
    },
  ) {
    super(message, { cause: from.cause })
    this.system = from.system
    this.retryable = from.retryable
    this.retryAfterSeconds = from.retryAfterSeconds
  }
}
