import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wranglerEnvironment } from '../wrangler-environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'netclaim-worker-'))
let output = ''
beforeAll(() => {
  const args = ['wrangler', 'deploy', '--dry-run', '--minify', '--outdir', folder]
  const { status, stdout, stderr } = spawnSync('npx', args, {
    encoding: 'utf8',
    env: { ...process.env, ...wranglerEnvironment },
  })
  if (status !== 0) throw new Error(`wrangler ended with ${status}: ${stderr}`)
  output = stdout + stderr
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bundle = () => readFileSync(join(folder, 'worker.js'))

test('the Worker is at most 1 MiB, compressed', () => {
  expect(gzipSync(bundle()).byteLength).toBeLessThanOrEqual(1024 * 1024)
})

test('nothing in it is of Node', () => {
  const text = bundle().toString('utf8')
  const imported = [...text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']([^"']+)["']/g)]
  const names = imported.map(([, name = '']) => name)
  expect(names.filter((name) => name.startsWith('node:') || builtinModules.includes(name))).toEqual(
    [],
  )
  const { sources } = JSON.parse(readFileSync(join(folder, 'worker.js.map'), 'utf8')) as {
    readonly sources: readonly string[]
  }
  expect(sources.some((source) => source.endsWith('functions/check-pull-request.ts'))).toBe(true)
  expect(
    sources.filter((source) =>
      /adapters\/(?:git|gitea|embedded-forge|kubernetes)\/|@kubernetes\//.test(source),
    ),
  ).toEqual([])
})

test('its bindings are told, and nothing of it warned about', () => {
  expect(output).toContain('--dry-run: exiting now')
  expect(output).toContain('env.JOBS (netclaim-jobs)')
  expect(output).not.toMatch(/warning|error/i)
})
