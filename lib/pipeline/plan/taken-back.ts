import type { Transfer } from '../../domain/acknowledgement.ts'
import type { Finding } from '../../domain/finding.ts'
import { isHeld } from '../../domain/ledger/entry.ts'
import { holderParts } from '../../domain/ledger/holder-name.ts'
import { breach } from '../../domain/rules/rule.ts'
import { transferRules } from '../../domain/rules/transfer-rules.ts'
import type { VipBlock } from '../../domain/vip/delegation.ts'
import { hasTakenBlocks } from './block-transfer.ts'
import { type Draft, documentOf } from './draft.ts'
import { giverOf, parts } from './transfers.ts'

/** Says of every Transfer that a commit takes back, as a revert does, that what it moved does not come along. */
export function takenBack(draft: Draft): readonly Finding[] {
  const kept = new Set(draft.inputs.transfers.map(({ digest }) => digest))
  const gone = draft.before?.transfers.filter(({ digest }) => !kept.has(digest)) ?? []
  return gone.flatMap((transfer) => takenBackOf(draft, transfer))
}

function takenBackOf(draft: Draft, { name, from, to }: Transfer): readonly Finding[] {
  const [namespace, key] = parts(from)
  const [former, taker] = [giverOf(draft, from), giverOf(draft, to)]
  const isNew = isHeld(former) && !isHeld(draft.state.books.get(namespace)?.get(key))
  if (!isNew || taker?.releasedAt !== draft.generation) return []
  const moved = taker.address ?? namesOf(taker.blocks)
  // VIP blocks that are not gone yet where they came from are there again.
  if (moved === undefined || hasTakenBlocks(taker, former)) return []
  const gets = former.address ?? (taker.blocks === undefined ? 'another' : 'the lowest free ones')
  const message = `${from} comes back, and ${moved}, which Transfer "${name}" gave to ${to}, goes with that one: it gets ${gets}`
  const document = documentOf(draft, namespace, holderParts(from))
  return [
    breach(transferRules.takenBack, message, {
      ...(document === undefined ? {} : { at: document.at }),
      object: from,
      hint: transferText(to, from),
    }),
  ]
}

function namesOf(blocks: readonly VipBlock[] | undefined): string | undefined {
  return blocks?.map(({ cidr }) => cidr).join(', ')
}

/** The file that moves it back, ready to paste. */
function transferText(from: string, to: string): string {
  const { namespace, name } = holderParts(to)
  const file = `${namespace}-${name}-back`
  return [
    `to have it back, add acknowledgements/${file}.yaml:`,
    'apiVersion: netclaim.dev/v1alpha1',
    'kind: Transfer',
    `metadata: {name: ${file.length > 63 ? 'back' : file}}`,
    'spec:',
    `  from: ${from}`,
    `  to: ${to}`,
    '  reason: "who decided this, and why"',
  ].join('\n')
}
