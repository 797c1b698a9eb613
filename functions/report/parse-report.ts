import * as z from 'zod'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { ArgoCdReport } from './argo-cd.ts'
import { FluxReport } from './flux.ts'
import { OwnReport } from './own.ts'
import type { SyncReport } from './sync-report.ts'

/** UTF-16 units of a report as JSON: GitHub passes on no more than 64 KB of a dispatch, Flux's messages are shorter. */
const MAX_REPORT = 131_072

/** A report of our sync, of Flux or of Argo CD as one form. Throws `OutsideError` for anything else. */
export function parseReport(body: unknown): SyncReport {
  const length = lengthOf(body)
  if (length > MAX_REPORT) throw refused(`${length} characters are more than ${MAX_REPORT}`)
  const parsed = schemaFor(body).safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refused(`field "${issue?.path.map(String).join('.') ?? ''}": ${issue?.message ?? ''}`)
}

/** Without an end for what is nested deeper than can be written again. */
function lengthOf(body: unknown): number {
  try {
    return (JSON.stringify(body) ?? '').length
  } catch (error) {
    if (error instanceof RangeError) return Infinity
    throw error
  }
}

function schemaFor(body: unknown): z.ZodType<SyncReport> {
  const engine = z.object({ engine: z.string() }).safeParse(body)
  if (!engine.success) return FluxReport
  return engine.data.engine === 'argocd' ? ArgoCdReport : OwnReport
}

function refused(why: string): OutsideError {
  return new OutsideError(`a report of a cluster cannot be used: ${printable(why)}`, {
    system: 'report',
    retryable: false,
  })
}
