import type { Document } from '../document.ts'
import type { Finding } from '../finding.ts'
import type { PlatformInput } from '../platform.ts'
import type { PlatformContext } from './claim-context.ts'
import { checkPlatformEgress } from './platform-egress.ts'
import { checkPlatformInterfaces } from './platform-interfaces.ts'
import { checkPlatformNames } from './platform-names.ts'
import { checkPlatformNodes } from './platform-nodes.ts'
import { checkPlatformSubnets } from './platform-subnets.ts'
import { checkPoolSegments } from './pool-segment.ts'
import { checkPools } from './pools.ts'

type Check = (document: Document, context: PlatformContext) => readonly Finding[]

/** What is asked of the platform; by hand, so that reading it tells all. */
export const platformChecks: readonly Check[] = [
  checkPlatformNames,
  checkPlatformInterfaces,
  (document, { settings }) => checkPlatformSubnets(document, settings.kubeOvnVersion),
  checkPlatformEgress,
  (document, { facts }) => checkPlatformNodes(document, facts),
  checkPools,
  (document, { settings }) => checkPoolSegments(document, settings),
]

/**
 * All that can be said about the platform without looking at claims, in no order. It needs the
 * document alone, so that a KMetal object with a wrong field is checked all the same.
 */
export function checkPlatform(
  { document }: Pick<PlatformInput, 'document'>,
  context: PlatformContext,
): readonly Finding[] {
  return platformChecks.flatMap((check) => check(document, context))
}
