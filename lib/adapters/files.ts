import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { OutsideError } from './outside-error.ts'

/** What lies at a path, links not followed; undefined for nothing. */
export function infoOf(full: string): Stats | undefined {
  return outside(full, () => lstatSync(full, { throwIfNoEntry: false }))
}

/** What lies in a folder, by name. */
export function list(folder: string): Dirent[] {
  const children = outside(folder, () => readdirSync(folder, { withFileTypes: true }))
  return children.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Runs one system call and says which path it failed on. */
export function outside<T>(path: string, call: () => T): T {
  try {
    return call()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw unusable(path, why(code), cause)
  }
}

/** Says that a path cannot be read. */
export function unusable(path: string, reason: string, cause?: unknown): OutsideError {
  return new OutsideError(`"${path}" cannot be read: ${reason}`, {
    system: 'files',
    retryable: false,
    cause,
  })
}

function why(code = 'unknown error'): string {
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    ENOTDIR: 'it is no folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ELOOP: 'it is a symbolic link',
    EISDIR: 'it is a folder',
  }
  return words[code] ?? code
}
