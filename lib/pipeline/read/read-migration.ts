import type * as z from 'zod'
import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { vipMigrationRules } from '../../domain/rules/vip-migration-rules.ts'
import { valueAt } from '../../domain/value-at.ts'
import { whyNoPool } from '../../domain/vip/pool.ts'
import { type MigrationInput, VipPoolMigrationFile } from '../../domain/vip/pool-migration.ts'
import { fieldFinding, inspect } from './inspect.ts'
import type { Known } from './read-head.ts'

/** Reads the one VipPoolMigration; one with an error is left out. */
export function readMigration(known: readonly Known[]): {
  readonly value?: MigrationInput
  readonly findings: readonly Finding[]
} {
  const [first, ...more] = known.filter(({ kind }) => kind === 'VipPoolMigration')
  if (first === undefined) return { findings: [] }
  const read = readOne(first)
  const findings = [
    ...read.findings,
    ...[first, ...more].flatMap(misplaced),
    ...more.map((one) => second(one, first)),
  ]
  return read.value === undefined ? { findings } : { value: read.value, findings }
}

function readOne(known: Known): ReturnType<typeof readMigration> {
  const { document, object } = known
  const { findings } = inspect(VipPoolMigrationFile, known)
  if (findings.some(({ severity }) => severity === 'error')) return { findings }
  // The schema, which changes no values, has just accepted it.
  const spec = valueAt(document.value, ['spec']) as z.output<typeof VipPoolMigrationFile>['spec']
  const [from, to] = [canonical(spec.from), canonical(spec.to)]
  const odd = [
    ...oddPool(known, 'from', spec.from),
    ...oddPool(known, 'to', spec.to),
    ...(from === to ? [samePools(known, from)] : []),
  ]
  if (odd.length > 0) return { findings: [...findings, ...odd] }
  return { value: { object, document, from, to, step: spec.step }, findings }
}

function canonical(text: string): string {
  const cidr = parseCidr(text)
  return cidr === undefined ? text : formatCidr(cidr)
}

function oddPool(known: Known, field: 'from' | 'to', text: string): readonly Finding[] {
  const cidr = parseCidr(text)
  const why = cidr && whyNoPool(cidr)
  if (why === undefined) return []
  const message = `${field} ${quote(text)} ${why}`
  return [fieldFinding(known, ['spec', field], { rule: vipMigrationRules.pools, message })]
}

function samePools(known: Known, pool: string): Finding {
  const message = `from and to are both ${quote(pool)}: there is nothing to migrate`
  return fieldFinding(known, ['spec', 'to'], { rule: vipMigrationRules.pools, message })
}

/** A file of a tenant is read where that tenant is planned, and a migration is everybody's. */
function misplaced(known: Known): readonly Finding[] {
  const { file } = known.document
  if (!file.startsWith('platform/tenants/')) return []
  const message = 'VipPoolMigration may not stand in platform/tenants/'
  const hint = 'move it to platform/'
  return [fieldFinding(known, ['kind'], { rule: placementRules.folder, message, hint })]
}

function second({ document, object }: Known, first: Known): Finding {
  return breach(vipMigrationRules.second, `${object} stands beside ${first.object}`, {
    at: document.at,
    object,
    hint: 'finish the one, then begin the other',
    related: [{ at: first.document.at, message: 'the first one' }],
  })
}
