import type { Platform } from '../../domain/platform.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { draftEips } from './eip-drafts.ts'
import type { Live } from './live.ts'
import type { Notes } from './notes.ts'
import { draftSubnets } from './subnet-drafts.ts'
import { draftVpcs } from './vpc-drafts.ts'

/** A claim for every object that is called and made as a claim would make it. */
export function draftClaims(live: Live, platform: Platform, notes: Notes): readonly ClaimDraft[] {
  const vpcs = draftVpcs(live, platform, notes)
  return [
    ...vpcs.values(),
    ...draftSubnets(live, vpcs, notes),
    ...draftEips(live, { platform, vpcs, notes }),
  ]
}
