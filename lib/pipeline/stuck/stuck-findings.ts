import { objectName } from '../../domain/claims/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { reservationRules } from '../../domain/rules/reservation-rules.ts'
import { segmentRules } from '../../domain/rules/segment-rules.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { frozenFinding } from '../plan/frozen.ts'
import type { Stuck, StuckInput } from './stuck.ts'

/** What keeps things from moving though no entry of the ledger says so; `named`: what entries say already. */
export function stuckFindings(
  { inputs, findings }: StuckInput,
  named: ReadonlySet<string>,
): readonly Stuck[] {
  const everything = inputs.readable ? [] : [frozen('everything', frozenFinding(findings))]
  const wrong = findings.filter(({ severity }) => severity === 'error')
  const unreadable = [...inputs.environments.values()].filter(({ readable }) => !readable)
  const folders = unreadable.map(({ namespace }) => namespace)
  const environments = folders.flatMap((namespace) => {
    const inside = wrong.filter(({ at }) => at?.file.startsWith(`environments/${namespace}/`))
    const cause = inside.find(({ object }) => object === undefined) ?? inside[0]
    return cause === undefined ? [] : [frozen(`environment ${namespace}`, cause)]
  })
  const faulty = new Set(
    inputs.environments
      .values()
      .flatMap(({ claims }) => claims.filter(({ spec }) => spec === undefined).map(objectName)),
  )
  const told = new Set([...everything, ...environments].map(({ waitsFor }) => waitsFor))
  const rest = wrong
    .filter(({ rule, object = '', message }) => {
      return rule !== supplyRules.brake.id && !named.has(object) && !told.has(message)
    })
    .map((one) => (faulty.has(one.object ?? '') ? frozen(one.object ?? '', one) : refused(one)))
  const opening = findings.filter(({ rule }) => rule === segmentRules.opening.id).map(segment)
  const over = findings
    .filter(({ rule }) => rule === reservationRules.over.id)
    .map((one): Stuck => ({ ...refused(one), is: 'over' }))
  return [...everything, ...environments, ...rest, ...opening, ...over]
}

function frozen(what: string, finding: Finding): Stuck {
  return { ...refused(finding), is: 'frozen', what }
}

function refused(finding: Finding): Stuck {
  const { rule, at, object, message, hint } = finding
  const next = hint ?? (at && `change ${at.file}`)
  return {
    is: 'refused',
    what: object ?? at?.file ?? 'everything',
    waitsFor: message,
    rule,
    ...(next === undefined ? {} : { next }),
    ...(at === undefined ? {} : { at }),
  }
}

function segment(finding: Finding): Stuck {
  const next = 'netclaim sync --cluster NAME, which tells which drop rules stand'
  return { ...refused(finding), is: 'opening', next: finding.hint ?? next }
}
