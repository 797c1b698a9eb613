import type { Settings } from '../../domain/settings.ts'
import type { StateTree } from '../report.ts'
import { fluxPlatformPath, platformKeepPath } from '../state/state-paths.ts'

/** For whom a state tree was written, as far as it shows that by itself: where `netclaim.yaml` cannot be read. */
export function appliedByOf(tree: Pick<StateTree, 'has'>): Settings['appliedBy'] {
  if (tree.has(fluxPlatformPath)) return 'flux'
  return tree.has(platformKeepPath) ? 'argocd' : 'netclaim'
}
