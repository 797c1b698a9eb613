import type { Finding } from '../../domain/finding.ts'
import type { Stuck } from './stuck.ts'

/** A file of the state branch that is not as it was written: then nothing goes on. */
export function damaged({ rule, message, hint, at }: Finding): Stuck {
  return {
    is: 'frozen',
    what: 'everything',
    waitsFor: message,
    rule,
    ...(hint === undefined ? {} : { next: hint }),
    ...(at === undefined ? {} : { at }),
  }
}
