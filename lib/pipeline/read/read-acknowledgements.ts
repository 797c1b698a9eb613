import type * as z from 'zod'
import {
  type Acknowledgement,
  AcknowledgementFile,
  type AcknowledgementSpec,
  digestOf,
  type Transfer,
  TransferFile,
  type TransferSpec,
} from '../../domain/acknowledgement.ts'
import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import { valueAt } from '../../domain/value-at.ts'
import { fieldFinding, inspect } from './inspect.ts'
import type { Known } from './read-head.ts'

/** Reads the acknowledgements and transfers; those with an error are left out. */
export function readAcknowledgements(known: readonly Known[]): {
  readonly acknowledgements: readonly Acknowledgement[]
  readonly transfers: readonly Transfer[]
  readonly findings: readonly Finding[]
} {
  const acknowledgements: Acknowledgement[] = []
  const transfers: Transfer[] = []
  const findings: Finding[] = []
  for (const object of known) {
    const { document, kind } = object
    const isTransfer = kind === 'Transfer'
    const found = inspect(isTransfer ? TransferFile : AcknowledgementFile, object).findings
    findings.push(...found)
    if (found.some(({ severity }) => severity === 'error')) continue
    const name = String(valueAt(document.value, ['metadata', 'name']))
    // The schema, which changes no values, has just accepted them.
    const spec = valueAt(document.value, ['spec'])
    if (isTransfer) {
      const fields = spec as z.output<typeof TransferSpec>
      transfers.push({ name, ...fields, digest: digestOf(kind, fields), document })
      continue
    }
    const written = spec as z.output<typeof AcknowledgementSpec>
    const fields = { ...written, allows: [...new Set(written.allows)].toSorted() }
    const odd = oddSubject(object, fields)
    findings.push(...odd)
    if (odd.length > 0) continue
    acknowledgements.push({ name, ...fields, digest: digestOf(kind, fields), document })
  }
  return { acknowledgements, transfers, findings }
}

function oddSubject(
  object: Known,
  { brake, subject }: Pick<Acknowledgement, 'brake' | 'subject'>,
): readonly Finding[] {
  if (brake === 'take-over') return []
  const isWhole = brake === 'releases' || brake === 'everything'
  if (isWhole === (subject === '*')) return []
  const wanted = isWhole ? '"*"' : 'a name'
  const message = `subject ${quote(subject)} does not go with brake ${quote(brake)}, which wants ${wanted}`
  return [fieldFinding(object, ['spec', 'subject'], { rule: fieldRules.value, message })]
}
