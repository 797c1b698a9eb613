import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packs what an installation would get into a folder, without touching the checkout, and gives the path of the file. */
export function packNetclaim(folder: string): string {
  const copy = join(folder, 'copy')
  mkdirSync(copy, { recursive: true })
  execFileSync(process.execPath, ['functions/cli/bundle.mjs', join(copy, 'dist')])
  for (const name of ['package.json', 'repo-template', 'lib/summary/report.schema.json'])
    cpSync(name, join(copy, name), { recursive: true })
  execFileSync('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', folder], {
    cwd: copy,
    stdio: 'pipe',
  })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly version: string
  }
  return join(folder, `netclaim-${version}.tgz`)
}
