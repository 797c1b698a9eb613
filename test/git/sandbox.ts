import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder that is gone after the tests of this file. */
export function scratchFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'netclaim-test-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

/** Runs git as a person with no configuration of their own would; gives its output. */
export function gitIn(dir: string, ...args: readonly string[]): string {
  return gitWith(dir, '', ...args)
}

/** The same, with something to read. */
export function gitWith(dir: string, input: string, ...args: readonly string[]): string {
  return gitAs({}, dir, input, ...args)
}

/** The same as another person or on another day, by Git's own variables. */
export function gitAs(
  who: Readonly<Record<string, string>>,
  dir: string,
  input: string,
  ...args: readonly string[]
): string {
  const env = {
    PATH: process.env['PATH'],
    HOME: dir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a person',
    GIT_AUTHOR_EMAIL: 'person@example.com',
    GIT_AUTHOR_DATE: '1700000000 +0000',
    GIT_COMMITTER_NAME: 'a person',
    GIT_COMMITTER_EMAIL: 'person@example.com',
    GIT_COMMITTER_DATE: '1700000000 +0000',
    ...who,
  }
  return execFileSync('git', ['-C', dir, ...args], {
    env,
    encoding: 'utf8',
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
  }).trimEnd()
}

/** A repository with a work tree whose branch is `main`. */
export function newRepository(dir: string, ...options: readonly string[]): string {
  mkdirSync(dir, { recursive: true })
  gitIn(dir, 'init', '--quiet', '--initial-branch=main', ...options)
  return dir
}

/** Writes files (undefined: removes them), commits all, and gives the commit's id. */
export function commitFiles(
  dir: string,
  files: Readonly<Record<string, string | Uint8Array | undefined>>,
  message = 'change',
): string {
  for (const [path, content] of Object.entries(files)) {
    const full = join(dir, path)
    mkdirSync(dirname(full), { recursive: true })
    if (content === undefined) rmSync(full, { recursive: true })
    else writeFileSync(full, content)
  }
  gitIn(dir, 'add', '--all')
  gitIn(dir, 'commit', '--quiet', '--allow-empty', '-m', message)
  return gitIn(dir, 'rev-parse', 'HEAD')
}
