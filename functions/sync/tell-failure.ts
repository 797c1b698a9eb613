import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { failureReport } from '../../lib/pipeline/sync-report/run-report.ts'
import type { TellOptions } from './told-run.ts'

/**
 * Tells whoever hosts Netclaim that a run could not be made, and why; gives why that could not be told. Nothing is told
 * where another sync is at work, which tells itself.
 */
export async function tellFailure(
  error: unknown,
  { name, send, clock }: Pick<TellOptions, 'name' | 'send' | 'clock'>,
): Promise<string | undefined> {
  if (send === undefined || name === undefined || isOthersTurn(error)) return undefined
  const at = new Date(clock.now()).toISOString()
  try {
    await send(name, failureReport(whyOf(error), { cluster: name, at }))
    return undefined
  } catch (failure) {
    if (failure instanceof OutsideError) return failure.message
    throw failure
  }
}

function isOthersTurn(error: unknown): boolean {
  return error instanceof OutsideError && error.system === 'lease'
}

/** What a bug says is for the log alone. */
function whyOf(error: unknown): string {
  return error instanceof OutsideError
    ? printable(error.message, 2_000)
    : 'of a bug in Netclaim: its log has more'
}
