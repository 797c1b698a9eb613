import type { Acknowledgement } from '../../domain/acknowledgement.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import type { Finding } from '../../domain/finding.ts'
import { type Brake, type Departure, isAcknowledged } from '../../domain/ledger/brakes.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { type Draft, documentOf } from './draft.ts'

/** Names at most this many claims in a message; the file to add names them all. */
const NAMED = 5

/** Says what a brake holds back, and which file lets it go. */
export function brakeFinding(draft: Draft, brake: Brake, kept: readonly Departure[]): Finding {
  const names = kept.map((one) => one.name).toSorted()
  const [first = ''] = names
  const document = documentOfName(draft, first)
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const spent = spentOne(draft, brake, kept)
  const said = spent === undefined ? '' : `; acknowledgement "${spent.name}" is spent`
  const stay =
    names.length === 1
      ? 'stays until an acknowledgement names it'
      : 'stay until an acknowledgement names them'
  const message = `${brake.reason}: ${names.slice(0, NAMED).join(', ')}${more} ${stay}${said}`
  return breach(supplyRules.brake, message, {
    ...(document ? { at: document.at } : {}),
    object: first,
    value: `${brake.kind} ${brake.subject}`,
    hint: acknowledgementText(brake, names),
  })
}

function documentOfName(draft: Draft, holder: string) {
  const { kind, namespace, name } = holderParts(holder)
  return documentOf(draft, namespace, { kind, name })
}

/** An acknowledgement that would do, had it not come with an earlier commit. */
function spentOne(
  { inputs, state }: Draft,
  brake: Brake,
  kept: readonly Departure[],
): Acknowledgement | undefined {
  return inputs.acknowledgements
    .filter(({ digest }) => state.spent.includes(digest))
    .find((one) => kept.some((departure) => isAcknowledged(brake, departure, [one])))
}

/** The file that lets the brake go, ready to paste. */
function acknowledgementText(brake: Brake, names: readonly string[]): string {
  const whole = `${brake.kind}-${brake.subject === '*' ? 'all' : brake.subject}`
  const name = isLabel(whole) ? whole : brake.kind
  return [
    `to let it go, add acknowledgements/${whole}.yaml:`,
    'apiVersion: netclaim.dev/v1alpha1',
    'kind: Acknowledgement',
    `metadata: {name: ${name}}`,
    'spec:',
    `  brake: ${brake.kind}`,
    `  subject: "${brake.subject}"`,
    '  allows:',
    ...names.map((one) => `    - ${one}`),
    '  reason: "who decided this, and why"',
  ].join('\n')
}
