import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeJson } from '../summary/judge-json.ts'

let work: string
let root: string

/** Packs without touching the checkout, and unpacks it as an install would: no network, no dependencies. */
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'netclaim-package-'))
  const copy = join(work, 'copy')
  mkdirSync(copy)
  execFileSync(process.execPath, ['functions/cli/bundle.mjs', join(copy, 'dist')])
  for (const name of [
    'package.json',
    'repo-template',
    'lib/summary/report.schema.json',
    'README.md',
  ])
    if (existsSync(name)) cpSync(name, join(copy, name), { recursive: true })
  execFileSync('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', work], {
    cwd: copy,
    stdio: 'pipe',
  })
  const { name, version } = manifest()
  execFileSync('tar', ['-xzf', join(work, `${name}-${version}.tgz`), '-C', work])
  root = join(work, 'package')
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

function manifest() {
  return JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly bin: { readonly netclaim: string }
  }
}

function netclaim(...args: string[]) {
  const command = join(root, manifest().bin.netclaim)
  return spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', cwd: work })
}

test('the packed command knows its version, with nothing else installed', () => {
  const { status, stdout, stderr } = netclaim('--version')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toBe(`netclaim ${manifest().version}\n`)
})

test('the packed command checks the template that it ships', () => {
  const template = join(root, 'repo-template')
  const { status, stdout, stderr } = netclaim('check', '--head', template, '--format', 'json')
  expect([status, stderr]).toEqual([0, ''])
  expect(judgeJson(stdout)['verdict']).not.toBe('refuse')
})

test('the packed command reads facts and explains rules', () => {
  expect(netclaim('explain', 'subnet/overlap').stdout).toMatch(/^subnet\/overlap/)
  const { status, stderr } = netclaim('check', '--head', root, '--observed', 'nowhere.yaml')
  expect(status).toBe(2)
  expect(stderr).toMatch(/there is no such file/)
})

test('the schema of the report is in the package', () => {
  const text = readFileSync(join(root, 'lib/summary/report.schema.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ $id: 'urn:netclaim:report:1' })
})

test('a reader that goes away is no error', () => {
  const command = join(root, manifest().bin.netclaim)
  const script = `"${process.execPath}" "${command}" explain | true; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('0')
})

test.skipIf(!existsSync('/dev/full'))('a full disk is told, and is no bug', () => {
  const command = join(root, manifest().bin.netclaim)
  for (const args of ['explain', `check --head "${join(root, 'repo-template')}"`]) {
    const script = `"${process.execPath}" "${command}" ${args} >/dev/full`
    const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, 'netclaim: the output cannot be written: ENOSPC\n'])
    expect(spawnSync('bash', ['-c', `${script} 2>/dev/full`]).status).toBe(2)
  }
})
