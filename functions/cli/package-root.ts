import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }

/** The folder of our package.json, above the sources and above the bundle alike. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) throw new Error('the package lacks its package.json')
    folder = dirname(folder)
  }
  return folder
}

/** Version of this program, as package.json has it; a bundle carries it inside. */
export function ownVersion(): string {
  return manifest.version
}
