import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFolder, readObserved, readStateFolder } from '../../lib/adapters/folder.ts'
import { folderOf } from './folder-of.ts'

test('only what the claims repository keeps for us is read, in order', () => {
  const folder = folderOf({
    'README.md': 'x',
    'docs/environments/x.yaml': 'x',
    'platform/kmetal.yaml': 'b',
    'netclaim.yaml': 'a',
    'environments/b/1.yaml': 'd',
    'environments/a/z.yaml': 'c',
    'acknowledgements/x.txt': 'e',
  })
  expect([...readFolder(folder).keys()]).toEqual([
    'acknowledgements/x.txt',
    'environments/a/z.yaml',
    'environments/b/1.yaml',
    'netclaim.yaml',
    'platform/kmetal.yaml',
  ])
})

test('what Git would not call a text file comes as what it is', () => {
  const folder = folderOf({
    'environments/a/latin.yaml': new Uint8Array([0xe4, 0x0a]),
    'environments/a/large.yaml': 'x'.repeat(1_048_577),
    'environments/a/fits.yaml': 'x'.repeat(1_048_576),
    'environments/a/module/.git': 'gitdir: elsewhere',
    'environments/a/module/claims.yaml': 'kind: Hidden',
    'environments/a/.git/config': 'x',
  })
  execFileSync('mkfifo', [join(folder, 'environments/pipe.yaml')])
  symlinkSync('/etc/passwd', join(folder, 'environments/link.yaml'))
  symlinkSync('/etc', join(folder, 'platform'))
  const tree = readFolder(folder)
  expect(tree.get('environments/pipe.yaml')).toEqual({ kind: 'special' })
  expect(tree.get('environments/link.yaml')).toEqual({ kind: 'link', target: '/etc/passwd' })
  expect(tree.get('platform')).toEqual({ kind: 'link', target: '/etc' })
  expect(tree.get('environments/a')).toEqual({ kind: 'submodule' })
  expect(tree.size).toBe(4)
})

test('sizes and encodings are told apart', () => {
  const tree = readFolder(
    folderOf({
      'platform/latin.yaml': new Uint8Array([0xe4, 0x0a]),
      'platform/large.yaml': 'x'.repeat(1_048_577),
      'platform/fits.yaml': 'x'.repeat(1_048_576),
      'platform/bom.yaml': '\uFEFFa',
    }),
  )
  expect(tree.get('platform/latin.yaml')).toEqual({ kind: 'not-utf8' })
  expect(tree.get('platform/large.yaml')).toEqual({ kind: 'too-large', bytes: 1_048_577 })
  expect(tree.get('platform/fits.yaml')?.kind).toBe('text')
  expect(tree.get('platform/bom.yaml')).toEqual({ kind: 'text', text: '\uFEFFa' })
})

test('an environment beyond a limit is one entry, and nothing else is touched', () => {
  const large = Array.from({ length: 17 }, (_, nth): [string, string] => [
    `environments/evil/${String(nth).padStart(2, '0')}.yaml`,
    'x'.repeat(1_048_576),
  ])
  const tree = readFolder(
    folderOf({ ...Object.fromEntries(large), 'environments/good/a.yaml': 'a' }),
  )
  expect([...tree]).toEqual([
    ['environments/evil/16.yaml', { kind: 'too-much', limit: 'bytes' }],
    ['environments/good/a.yaml', { kind: 'text', text: 'a' }],
  ])
})

test.skipIf(process.platform === 'darwin')('a name that is no UTF-8 is told as such', () => {
  const folder = folderOf({ 'environments/a/a.yaml': 'a' })
  const odd = Buffer.from([0xff])
  const inside = Buffer.from(`${folder}/environments/a/`)
  writeFileSync(Buffer.concat([inside, odd, Buffer.from('.yaml')]), 'a')
  mkdirSync(Buffer.concat([inside, odd]))
  expect([...readFolder(folder)]).toEqual([
    ['environments/a/a.yaml', { kind: 'text', text: 'a' }],
    ['environments/a/\u{FFFD}', { kind: 'odd-path' }],
    ['environments/a/\u{FFFD}.yaml', { kind: 'odd-path' }],
  ])
})

test('a state folder is read whole, its Git data left out', () => {
  const folder = folderOf({ 'state.yaml': 'a', 'rendered/x.yaml': 'b', '.git/HEAD': 'ref' })
  expect([...readStateFolder(folder)]).toEqual([
    ['rendered/x.yaml', 'b'],
    ['state.yaml', 'a'],
  ])
})

test('a link in a state folder is an outside error', () => {
  const folder = folderOf({ 'state.yaml': 'a' })
  symlinkSync('/etc/passwd', join(folder, 'x.yaml'))
  expect(() => readStateFolder(folder)).toThrow(/the state can hold files only/)
})

test('facts are the YAML and JSON files of a folder, or one file', () => {
  const folder = folderOf({ 'a.yaml': '1', 'sub/b.json': '2', 'notes.txt': '3' })
  expect([...readObserved(folder)]).toEqual([
    ['a.yaml', '1'],
    ['sub/b.json', '2'],
  ])
  expect([...readObserved(join(folder, 'a.yaml'))]).toEqual([['a.yaml', '1']])
})
