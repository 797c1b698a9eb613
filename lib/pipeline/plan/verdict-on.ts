import type { Claim } from '../../domain/claims/claim.ts'
import { admitCluster } from './admit-cluster.ts'
import { admitEip } from './admit-eip.ts'
import { admitKdcCluster } from './admit-kdc-cluster.ts'
import { admitSubnet } from './admit-subnet.ts'
import { admitVpc } from './admit-vpc.ts'
import type { Draft } from './draft.ts'
import { quotaProblem } from './quota.ts'
import type { Verdict } from './verdict.ts'

/** What becomes of a new claim, and of its quota; a faulty one is judged all the same. */
export function verdictOn(draft: Draft, claim: Claim, isFaulty: boolean): Verdict {
  const quota = quotaProblem(draft, claim)
  const verdict = verdictOfKind(draft, claim, isFaulty)
  return quota === undefined ? verdict : { ...verdict, findings: [...verdict.findings, quota] }
}

function verdictOfKind(draft: Draft, claim: Claim, isFaulty: boolean): Verdict {
  switch (claim.kind) {
    case 'VpcClaim':
      return admitVpc(draft, claim)
    case 'SubnetClaim':
      return admitSubnet(draft, claim, isFaulty)
    case 'EipClaim':
      return admitEip(draft, claim, isFaulty)
    case 'Cluster':
      return admitCluster(draft, claim)
    case 'KdcCluster':
      return admitKdcCluster(draft, claim)
  }
}
