import { type Claim, objectName } from '../../domain/claims/claim.ts'
import { type EntryOf, entryKey, isHeld, isLeaving } from '../../domain/ledger/entry.ts'
import { vpcOf } from '../../domain/ledger/release.ts'
import { egressEipName, vpcName } from '../../domain/names.ts'
import { conflictRules } from '../../domain/rules/conflict-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { coolingFindings } from './cooling-finding.ts'
import { bookOf, claimIn, type Draft } from './draft.ts'
import { keptFindings } from './kept.ts'
import { ownAddress } from './own-address.ts'
import { fullMessage, fullRule } from './pool-full.ts'
import { noteForQuota, quotaMessage } from './quota.ts'
import { relatedTo } from './related.ts'
import { restingAddress } from './resting-address.ts'
import { bringBackEgress } from './restore.ts'
import type { Turn } from './turn.ts'

const NAME = 'external'

/** The turns of those VPCs that need an egress address for which nobody wrote a claim. */
export function admitImplicit(draft: Draft): readonly Turn[] {
  return [...draft.books.keys()].flatMap((namespace) => {
    const book = bookOf(draft, namespace)
    const vpc = vpcOf(book)
    if (!isHeld(vpc) || vpc.kind !== 'VpcClaim' || vpc.externalSubnet === undefined) return []
    if (claimIn(draft.inputs, namespace, { kind: 'EipClaim', name: NAME }) !== undefined) return []
    if (!(draft.inputs.environments.get(namespace)?.readable ?? true)) return []
    const entry = book.get(`EipClaim ${NAME}`)
    if (isHeld(entry)) return []
    const place = { rank: 2, faulty: false, waits: entry !== undefined, namespace, name: NAME }
    // The VPC was gone for good already, its address not yet.
    if (entry && isLeaving(entry)) return [{ place, take: () => bringBackEgress(draft, namespace) }]
    const claim = claimIn(draft.inputs, namespace, vpc)
    return [{ place, take: () => take(draft, vpc, { namespace, claim }) }]
  })
}

interface Owner {
  readonly namespace: string
  readonly claim: Claim | undefined
}

/** The VPC's claim owns it: what is wrong is said there. */
function take(draft: Draft, vpc: EntryOf<'VpcClaim'>, { namespace, claim }: Owner): void {
  const implied = { kind: 'EipClaim', name: NAME } as const
  const pool = draft.pools.get(vpc.externalSubnet ?? '')
  if (pool === undefined) return
  const spot = claim === undefined ? {} : { at: claim.document.at, object: objectName(claim) }
  const quota = quotaMessage(draft, namespace, implied)
  if (quota !== undefined) {
    const hint = 'externalAccess: true means a claim external, written or not, and it counts'
    draft.findings.push(breach(supplyRules.quota, quota, { ...spot, hint }))
    return
  }
  const holder = `EipClaim ${namespace}/${NAME}`
  const object = egressEipName(vpcName(namespace), pool.name)
  const other = draft.names.conflict('OvnEip', object, holder)
  if (other !== undefined) {
    const message = `the egress address of VpcClaim "${vpc.name}" needs the OvnEip name "${object}", which ${other} has already`
    const others = relatedTo(draft, other, `${other} has "${object}"`)
    draft.findings.push(breach(conflictRules.nameTaken, message, { ...spot, ...others }))
    return
  }
  const own = ownAddress(pool, `OvnEip ${object}`)
  if (own !== undefined) {
    const what = `${own}, which OvnEip ${object} has in the cluster as egress address of VpcClaim "${vpc.name}",`
    const asked = { pool, address: own, namespace, what, spot }
    const against = [...keptFindings(asked), ...coolingFindings(asked, holder)]
    draft.findings.push(...against)
    if (against.length > 0) return
  }
  const address = own ?? restingAddress(pool, holder) ?? pool.lowestFree()
  if (address === undefined) {
    const who = `the egress address of VpcClaim "${vpc.name}" (claim "${NAME}")`
    draft.findings.push(breach(fullRule, fullMessage(who, pool), spot))
    return
  }
  pool.take(address, holder)
  draft.names.claim('OvnEip', object, holder)
  const entry: EntryOf<'EipClaim'> = {
    ...implied,
    phase: 'held',
    spec: { type: 'lrp' },
    origin: 'implicit',
    pool: pool.name,
    address,
  }
  bookOf(draft, namespace).set(entryKey(implied), entry)
  noteForQuota(draft, namespace, entry)
}
