import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { git } from '../../lib/adapters/git/git.ts'
import { planner } from '../allocate/planner.ts'
import { firstCommit, makeRepository } from '../cli/init-repository.ts'
import { writeTemplate } from '../cli/repo-template.ts'
import { engine } from '../engine.ts'
import { makeState } from '../make-state.ts'

/** Makes a clone with the template's claims and their state branch, and pushes both to the forge. */
export async function makeFirst(clone: string, bare: string): Promise<void> {
  mkdirSync(clone, { recursive: true })
  writeTemplate(clone, engine)
  await makeRepository(clone)
  await firstCommit(clone)
  await makeState(clone, { planner, engine })
  await git(clone, ['remote', 'add', 'origin', bare])
  await git(clone, ['push', '--quiet', '--set-upstream', 'origin', 'main', 'netclaim/state'])
}

/** A branch that adds files, pushed. */
export async function pushBranch(
  clone: string,
  branch: string,
  {
    files,
    message,
  }: { readonly files: Readonly<Record<string, string>>; readonly message: string },
): Promise<void> {
  await git(clone, ['switch', '--quiet', '--create', branch, 'main'])
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    writeFileSync(join(clone, path), text)
  }
  await git(clone, ['add', '--all'])
  await git(clone, [...AUTHOR, 'commit', '--quiet', '--no-gpg-sign', '--no-verify', '-m', message])
  await git(clone, ['push', '--quiet', '--set-upstream', 'origin', branch])
  await git(clone, ['switch', '--quiet', 'main'])
}

const AUTHOR = ['-c', 'user.name=netclaim', '-c', 'user.email=netclaim@localhost']
