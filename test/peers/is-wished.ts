import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const shared = resolve(import.meta.dirname, '../../../shared')

/** `npm run test:peers` runs these files; elsewhere they would cost minutes. */
export const isWished =
  process.env['PEERS'] !== undefined && existsSync(resolve(shared, 'peers/up.mjs'))

if (process.env['PEERS'] !== undefined && !isWished)
  console.warn(
    'no ../shared/peers/up.mjs, which starts the real peers: nothing that we render is given to them (npm run peers builds them)',
  )

/** The options that load CRDs of `../shared/crds` by name. */
export function loadCrds(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => ['--crds', resolve(shared, 'crds', `${name}.yaml`)])
}

/** What our objects of claims and platforms are kinds of. */
export const usualCrds = ['kube-ovn-v1.16', 'metallb-v0.16', 'network-attachment-definition']
