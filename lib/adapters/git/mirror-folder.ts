import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { printable } from '../../domain/printable.ts'
import { git, gitLine, outside } from './git.ts'
import { type RemoteAccess, remoteEnvironment } from './remote-access.ts'
import { requireRepository } from './revision.ts'
import { runGit } from './run-git.ts'

/** Packs, or objects outside of packs, from which on they are put together. */
const MANY = { packs: 50, loose: 2_000 }

/**
 * Makes the bare repository of a mirror where there is none, and throws `OutsideError` where the folder is another's.
 *
 * It is made beside its place and then moved there, so that a run that is killed, or another that is faster, leaves
 * nothing half made. It holds nothing that the remote has not: it may be deleted whenever no run is at work.
 */
export async function openMirror(folder: string, access: RemoteAccess): Promise<void> {
  if (!(await isThere(folder))) await makeMirror(folder, access)
  await requireRepository(folder)
  const { code, out } = await runGit(folder, ['config', '--local', 'remote.origin.url'])
  const url = out.toString('utf8').trimEnd()
  if (code !== 0 || url !== access.url)
    throw outside(
      `the folder "${printable(folder)}" is no mirror of "${printable(access.url)}": name another, or remove it`,
    )
  await tidy(folder)
}

async function isThere(folder: string): Promise<boolean> {
  return (await runGit('/', ['--git-dir', folder, 'rev-parse', '--git-dir'])).code === 0
}

async function makeMirror(folder: string, access: RemoteAccess): Promise<void> {
  const scratch = await besides(folder)
  try {
    const format = `--object-format=${await objectFormat(scratch, access)}`
    await git(scratch, ['init', '--quiet', '--bare', '--template=', format])
    await git(scratch, ['config', '--local', 'remote.origin.url', access.url])
    await rename(scratch, folder)
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    // Something was there first: another run's mirror, or what `openMirror` will refuse.
    if (!/ENOTEMPTY|EEXIST|ENOTDIR/.test(String(error))) throw error
  }
}

async function besides(folder: string): Promise<string> {
  try {
    await mkdir(dirname(folder), { recursive: true })
    return await mkdtemp(`${folder}.`)
  } catch (error) {
    throw outside(`the folder "${printable(folder)}" cannot be made: ${printable(String(error))}`)
  }
}

/** The remote's own, known by the length of its ids; also the first proof that it lets us in. */
async function objectFormat(folder: string, access: RemoteAccess): Promise<string> {
  const env = remoteEnvironment(access)
  const out = await git(folder, ['ls-remote', '--', access.url, 'HEAD'], { env })
  return /^[0-9a-f]{64}\b/.test(out.toString('latin1')) ? 'sha256' : 'sha1'
}

/** Every fetch is a pack of its own. Two who do this at once, or one that is killed, lose nothing. */
async function tidy(folder: string): Promise<void> {
  const counts = await gitLine(folder, ['count-objects', '-v'])
  const count = (name: string) =>
    Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(counts)?.[1] ?? 0)
  if (count('packs') < MANY.packs && count('count') < MANY.loose) return
  await runGit(folder, ['repack', '--geometric=2', '-d', '--quiet'])
}
