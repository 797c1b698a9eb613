import { crdNames, crdText } from '../../domain/crds/crds.ts'
import { fluxPlatform } from '../../domain/manifests/flux-unit.ts'
import { renderManifests } from '../../domain/manifests/manifest.ts'
import { platformManifests } from '../../domain/manifests/platform-manifests.ts'
import type { Settings } from '../../domain/settings.ts'
import { crdsPart } from '../plan/imported.ts'
import type { Plan } from '../plan/plan.ts'
import { crdPath, fluxPlatformPath, platformFile, platformKeepPath } from './state-paths.ts'
import type { Growing } from './state-tree.ts'

/** No `.gitkeep` beside Flux's units: where they are not asked for any more it finds no folder, and prunes nothing. */
export function writeForAppliers({ appliedBy }: Settings, tree: Growing): void {
  if (appliedBy === 'flux') tree.set(fluxPlatformPath, () => renderManifests([fluxPlatform()]))
  else tree.delete(fluxPlatformPath)
  if (appliedBy === 'netclaim') tree.delete(platformKeepPath)
  else tree.set(platformKeepPath, '')
}

/** They depend on no claim and on no platform; a first environment needs them even without a KMetal object. */
export function writeCrds({ state }: Plan, { crds: mode }: Settings, tree: Growing): void {
  const isNone = mode === 'existing' || state.imported.includes(crdsPart)
  const files = new Map(isNone ? [] : crdNames.map((name) => [crdPath(name), () => crdText(name)]))
  for (const path of tree.keys())
    if (path.startsWith(crdPath('')) && !files.has(path)) tree.delete(path)
  for (const [path, text] of files) tree.set(path, text)
}

/** The platform as it was planned, in place of the one before. */
export function writeRenderedPlatform(plan: Plan, settings: Settings, tree: Growing): void {
  const open = new Set(plan.state.open)
  const { kmetal } = plan
  const { imported, vlans } = plan.state
  const options = { settings, kmetal, open: (name: string) => open.has(name), imported, vlans }
  // Without a KMetal object the platform stays as it was, and so does the object that shows it.
  const kept = kmetal === undefined ? [platformFile('kmetal-')] : []
  const stays = [platformKeepPath, crdPath(''), ...kept]
  for (const path of tree.keys()) {
    if (!path.startsWith(platformFile(''))) continue
    if (!stays.some((start) => path.startsWith(start))) tree.delete(path)
  }
  for (const [path, manifests] of platformManifests(plan.platform, options)) {
    tree.set(path, renderManifests(manifests))
  }
}
