import { quote } from '../../domain/claims/quote.ts'
import type { Entry } from '../../domain/document.ts'
import type { Finding, Place } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import {
  type EnvironmentLimit,
  MAX_ENVIRONMENT_BYTES,
  MAX_ENVIRONMENT_FILES,
  MAX_ENVIRONMENT_PATHS,
} from '../../domain/rules/environment-limits.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { isHidden, namingOf } from './area.ts'
import { MAX_NAME_BYTES, MAX_PATH_BYTES } from './limits.ts'

/** The beginning of a file; the name is made safe to print. */
export function startOf(path: string): Place {
  return { file: printable(path, MAX_PATH_BYTES), line: 1, column: 1 }
}

/** What is odd about the name of a file that would be read; undefined where nothing is. */
export function pathFinding(path: string): Finding | undefined {
  if (namingOf(path) === 'other') return undefined
  const why = whyOdd(path)
  return why === undefined
    ? undefined
    : breach(placementRules.fileName, `the file name ${quote(path)} ${why}`, {
        at: startOf(path),
        hint: 'rename the file',
      })
}

/** Why an entry cannot be read as a file of claims; undefined where it can, or need not. */
export function entryFinding(path: string, entry: Entry): Finding | undefined {
  switch (entry.kind) {
    case 'text':
      return undefined
    case 'link':
      return linkFinding(path, entry.target)
    case 'submodule':
      return breach(placementRules.link, 'a submodule is not read', { at: startOf(path) })
    case 'odd-path':
      return oddPath(path)
    case 'too-much':
      return tooMuch(path, entry.limit)
    case 'not-utf8':
      return unreadable(path, 'the file is no text in UTF-8', 'save it as UTF-8')
    case 'too-large':
      return unreadable(path, `the file has ${entry.bytes} bytes, too many to be read`)
    case 'special':
      return unreadable(path, 'this is no ordinary file')
  }
}

function linkFinding(path: string, target: string): Finding | undefined {
  if (isHarmless(path)) return undefined
  return breach(placementRules.link, `a symbolic link to ${quote(target)} is not followed`, {
    at: startOf(path),
    hint: 'put the file itself there',
  })
}

function oddPath(path: string): Finding | undefined {
  if (isHarmless(path)) return undefined
  return breach(placementRules.fileName, `the file name ${quote(path)} is no text in UTF-8`, {
    at: startOf(path),
    hint: 'rename the file',
  })
}

/** A text for people. Of any other name, what cannot be looked into may be a folder of claims. */
function isHarmless(path: string): boolean {
  return path.endsWith('.md') || isHidden(path)
}

const limitWords: Readonly<Record<EnvironmentLimit, string>> = {
  files: `${MAX_ENVIRONMENT_FILES} files`,
  paths: `${MAX_ENVIRONMENT_PATHS} bytes of paths`,
  bytes: `${MAX_ENVIRONMENT_BYTES} bytes of files`,
}

/** The first file with which an environment is beyond a limit. */
export function tooMuch(path: string, limit: EnvironmentLimit): Finding {
  const message = `the environment has more than ${limitWords[limit]}, none of it is read`
  return breach(placementRules.tooMany, message, {
    at: startOf(path),
    hint: 'what was allocated to it stays as it is until it is smaller',
  })
}

function unreadable(path: string, message: string, hint?: string): Finding | undefined {
  if (namingOf(path) === 'other') return undefined
  const more = hint === undefined ? {} : { hint }
  return breach(placementRules.unreadable, message, { at: startOf(path), ...more })
}

function whyOdd(path: string): string | undefined {
  // Nearly every path is short ASCII, where characters are bytes and nothing is hidden.
  if (path.length <= MAX_NAME_BYTES && /^[!-[\]-~]*$/.test(path)) return undefined
  if (path.includes('\\')) return 'has a backslash in it'
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(path)) return 'has a character that cannot be seen'
  if (bytes(path) > MAX_PATH_BYTES) return `has more than ${MAX_PATH_BYTES} bytes`
  const long = path.split('/').some((name) => bytes(name) > MAX_NAME_BYTES)
  return long ? `has a part of more than ${MAX_NAME_BYTES} bytes` : undefined
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length
}
