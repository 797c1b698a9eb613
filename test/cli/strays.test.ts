import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { readTemplate } from '../../functions/cli/repo-template.ts'
import { commitFiles, gitIn, newRepository } from '../git/sandbox.ts'
import { netclaim } from './fake-terminal.ts'
import { folderOf } from './folder-of.ts'

const claims = Object.fromEntries(readTemplate(ownVersion()))
const eip = claims['environments/example/eip.yaml'] ?? ''
const stray = {
  'Environments/example/eip.yaml': eip,
  'claims/deep/er/eip.yml': eip,
  'web.yaml': eip,
}
const quiet = {
  'flux/claim.txt': eip,
  '.hidden/eip.yaml': eip,
  'node_modules/a/eip.yaml': eip,
  'rendered/eip.yaml': eip,
  'other/deployment.yaml': 'apiVersion: apps/v1\nkind: Deployment\n',
}

/** The files that a check says stray. */
function toldOf(out: string): readonly string[] {
  return [...out.matchAll(/^(\S+):1:1: warning\[placement\/(?:stray|suffix)\]/gm)].map(
    ([, file = '']) => file,
  )
}

test('claims beside the known folders are told, of a folder and of a revision', async () => {
  const cwd = newRepository(folderOf({}))
  commitFiles(cwd, { ...claims, ...stray, ...quiet, 'netclaim.yml': 'engine: 0.1.0\n' })
  for (const head of ['.', 'main']) {
    const { code, out } = await netclaim(['check', '--head', head], { cwd })
    expect(code).toBe(0)
    expect(toldOf(out)).toEqual([...Object.keys(stray), 'netclaim.yml'].toSorted())
  }
})

test('the template itself has none', async () => {
  expect(toldOf((await netclaim(['check', '--head', folderOf(claims)])).out)).toEqual([])
})

test('a change that brings one is told where only what it touches is read', async () => {
  const cwd = newRepository(folderOf({}))
  commitFiles(cwd, claims)
  await netclaim(['init', cwd])
  gitIn(cwd, 'checkout', '--quiet', '-b', 'change')
  commitFiles(cwd, { ...stray, ...quiet })
  const args = ['check', '--base', 'main', '--head', 'change', '--state', 'netclaim/state']
  const { code, out } = await netclaim(args, { cwd })
  expect(code).toBe(0)
  expect(toldOf(out)).toEqual(Object.keys(stray))
})

test('what lies beside them is looked at for a moment only, and never followed', async () => {
  const many = Array.from({ length: 300 }, (_, n) => [`claims/c${n}.yaml`, eip])
  const head = folderOf({ ...claims, ...Object.fromEntries(many), 'z.yaml': eip })
  symlinkSync('/', join(head, 'aaa'))
  symlinkSync(join(head, 'z.yaml'), join(head, 'b.yaml'))
  mkdirSync(join(head, 'closed'))
  chmodSync(join(head, 'closed'), 0)
  const { code, out } = await netclaim(['check', '--head', head])
  chmodSync(join(head, 'closed'), 0o700)
  expect(code).toBe(0)
  expect(toldOf(out).length).toBeGreaterThan(190)
  expect(toldOf(out).length).toBeLessThanOrEqual(200)
  expect(toldOf(out)).toContain('z.yaml')
  expect(toldOf(out)).not.toContain('b.yaml')
})
