import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { packageRoot } from './package-root.ts'

/** The files of a claims repository on its first day, by path, pinned to a version of Netclaim. */
export function readTemplate(engine: string): ReadonlyMap<string, string> {
  const root = join(packageRoot(), 'repo-template')
  const files = new Map<string, string>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(root.length + 1).replaceAll('\\', '/')
    const text = readFileSync(full, 'utf8')
    files.set(
      path,
      path === 'netclaim.yaml' ? text.replace(/^engine: .*$/m, `engine: ${engine}`) : text,
    )
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Writes the template into a folder. Throws `OutsideError` where that is not possible. */
export function writeTemplate(dir: string, engine: string): void {
  for (const [path, text] of readTemplate(engine)) {
    const full = join(dir, path)
    try {
      mkdirSync(dirname(full), { recursive: true })
      // A file that came meanwhile is somebody's.
      writeFileSync(full, text, { flag: 'wx' })
    } catch (cause) {
      const { code = 'unknown error' } = cause as NodeJS.ErrnoException
      throw new OutsideError(`"${printable(full)}" cannot be written: ${code}`, {
        system: 'files',
        retryable: false,
        cause,
      })
    }
  }
}
