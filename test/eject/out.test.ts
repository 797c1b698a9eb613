import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { makeState } from '../../functions/make-state.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { folderOf } from '../cli/folder-of.ts'
import { commitFiles, newRepository, scratchFolder } from '../git/sandbox.ts'
import { claim, platformFile } from '../plan/files.ts'

const scratch = scratchFolder()

async function repository(name: string): Promise<string> {
  const repo = newRepository(join(scratch, name))
  commitFiles(repo, {
    'platform/kmetal.yaml': platformFile(),
    'environments/photon-prod/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
  })
  await makeState(repo, { planner, engine: ownVersion() })
  return repo
}

describe('eject --out', () => {
  test('leaves a folder alone that has a README of its own', async () => {
    const cwd = await repository('foreign')
    const out = folderOf({ 'README.md': '# My thesis\n', 'thesis.txt': 'dear' })
    const { code, err } = await netclaim(['eject', '--out', out], { cwd })
    expect([code, err]).toEqual([2, expect.stringMatching(/files that are no earlier output/)])
    expect(readFileSync(join(out, 'thesis.txt'), 'utf8')).toBe('dear')
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toBe('# My thesis\n')
  })

  test('makes an earlier output hold what is rendered now', async () => {
    const cwd = await repository('earlier')
    const out = join(scratch, 'plain')
    expect((await netclaim(['eject', '--out', out], { cwd })).code).toBe(0)
    mkdirSync(join(out, 'environments/gone'))
    writeFileSync(join(out, 'environments/gone/old.yaml'), 'x')
    expect((await netclaim(['eject', '--out', out], { cwd })).code).toBe(0)
    expect(existsSync(join(out, 'environments/gone'))).toBe(false)
    expect(existsSync(join(out, 'environments/photon-prod/vpcclaim-main.yaml'))).toBe(true)
  })
})
