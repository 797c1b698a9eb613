import { printable } from '../../domain/printable.ts'
import { OutsideError } from '../outside-error.ts'
import { MAX_MESSAGE } from './limits.ts'

/** The API server refused a call, or gave no usable answer. */
export class KubernetesError extends OutsideError {
  /** Of the answer; 0 where there was none. */
  readonly status: number
  /** The answer was larger than is read: a part of it may be had. */
  readonly isTooLarge: boolean

  constructor(
    message: string,
    from: {
      readonly status: number
      readonly retryable: boolean
      readonly retryAfterSeconds?: number
      readonly isTooLarge?: boolean
    },
  ) {
    super(message, { system: 'kubernetes', ...from })
    this.status = from.status
    this.isTooLarge = from.isTooLarge ?? false
  }
}

/** JSON web tokens, whatever follows "Bearer", and keys. */
const SECRET =
  /\beyJ[\w-]+\.[\w-]+\.[\w-]+|(?<=\b(?:bearer|basic) )[\w.~+/=-]{8,}|-----BEGIN[\s\S]+/gi

/** One line for a message: what the API said, with everything left out that may be a secret. */
export function withoutSecrets(text: string): string {
  return printable(text.replaceAll(SECRET, '…'), MAX_MESSAGE)
}
