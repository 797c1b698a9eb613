import type { State } from '../../domain/ledger/state.ts'
import { networkPart } from '../../domain/manifests/platform-parts.ts'
import { formerPlatform, noPlatform } from '../plan/platform-step.ts'
import type { StateTree } from '../report.ts'
import type { Disagreement } from './check-pools.ts'
import { platformFile, statePath } from './state-paths.ts'

/**
 * Whether what is rendered is rendered for the target that the state names. Both are written together, so a difference is
 * somebody's hand: without the line, all that an operator has made would be rendered a second time. Told only where platform
 * and claims both say so: a platform that cannot be used stays rendered as it was.
 */
export function checkTarget(state: State, files: StateTree): readonly Disagreement[] {
  const isBeside = state.target === 'operator'
  const claims = claimFiles(files)
  if (claims.length === 0 || isMade(claims) !== isBeside) return []
  if (isBeside) return hasNetworks(files) ? [{ path: statePath, why: TOO_MUCH }] : []
  return isAllLeftOut(state, files) ? [{ path: statePath, why: TOO_LITTLE }] : []
}

const TOO_MUCH = 'it says "target: operator", and what an operator makes is rendered'
const TOO_LITTLE =
  'it does not say "target: operator", and nothing is rendered of what an operator makes'

/** Texts of the files that claims cause. */
function claimFiles(files: StateTree): readonly string[] {
  return [...files].flatMap(([path, text]) => (CLAIM_FILE.test(path) ? [text] : []))
}

const CLAIM_FILE = /^rendered\/environments\/[^/]+\/(?:vpc|subnet|eip)claim-[^/]+\.yaml$/

/** Is anything rendered beside the claims themselves? */
function isMade(claims: readonly string[]): boolean {
  return claims.some((text) => text.includes('\n---\n'))
}

const NETWORK = platformFile('provider-network-')

function hasNetworks(files: StateTree): boolean {
  return files.keys().some((path) => path.startsWith(NETWORK))
}

/** Is the platform shown, and no network of it rendered, though there are some that Netclaim would render? */
function isAllLeftOut(state: State, files: StateTree): boolean {
  const isShown = files.keys().some((path) => path.startsWith(platformFile('kmetal-')))
  const { networks } = formerPlatform(state) ?? noPlatform
  const isOurs = networks.some(({ name }) => !state.imported.includes(networkPart(name)))
  return isShown && isOurs && !hasNetworks(files)
}
