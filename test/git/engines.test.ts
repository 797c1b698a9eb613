import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../functions/cli/package-root.ts'
import { eip, environment } from '../functions/claims.ts'
import { type RemoteClaims, remoteClaims } from './remote-claims.ts'
import { gitIn, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()
const [OLD, NEW] = ['7.0.0', '7.1.0'] as const
const settings = (engine: string) => ({ 'netclaim.yaml': `engine: ${engine}\n` })

/** The built program, as two that differ by nothing but the version that they say they are. */
beforeAll(() => {
  const root = packageRoot()
  execFileSync(process.execPath, [join(root, 'functions/cli/bundle.mjs'), program('built')])
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const other of [OLD, NEW]) {
    cpSync(program('built'), program(other), { recursive: true })
    cpSync(join(root, 'package.json'), join(scratch, 'package.json'))
    for (const name of readdirSync(program(other))) {
      const file = join(program(other), name)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replaceAll(`version:"${version}"`, `version:"${other}"`))
    }
    const main = join(program(other), 'netclaim.js')
    const said = execFileSync(process.execPath, [main, '--version'], { encoding: 'utf8' })
    if (said !== `netclaim ${other}\n`) throw new Error(`it says "${said}"`)
  }
}, 120_000)

function program(version: string): string {
  return join(scratch, `program-${version}`)
}

/** `netclaim allocate --push` of a version, in a fresh clone of the remote and a process of its own. */
async function allocate(version: string, remote: string, clone: string) {
  const dir = join(scratch, clone)
  gitIn(scratch, 'clone', '--quiet', remote, dir)
  const main = join(program(version), 'netclaim.js')
  return new Promise<{ readonly code: number; readonly out: string; readonly err: string }>(
    (resolve) => {
      const args = [main, 'allocate', '--repo', dir, '--push', '--quiet']
      execFile(process.execPath, args, (error, out, err) => {
        const code = error === null ? 0 : Number(error.code)
        resolve({ code, out, err })
      })
    },
  )
}

/** A remote whose state is made by the old version. */
const opened = (name: string) =>
  remoteClaims(scratch, name, {
    files: { ...settings(OLD), ...environment('photon') },
    engine: OLD,
  })

/** Three claims, the upgrade with a fourth, and three more, each in a commit of its own. */
function live(on: RemoteClaims): void {
  for (const name of ['a', 'b', 'c']) on.change(eip('photon', name))
  on.change({ ...settings(NEW), ...eip('photon', 'd') })
  for (const name of ['e', 'f', 'g']) on.change(eip('photon', name))
}

const wants = (version: string, other: string) =>
  `netclaim.yaml wants engine "${version}", this is "${other}": nothing is allocated`

test('of two versions at one remote only the one that netclaim.yaml names allocates, and the other says so', async () => {
  const one = await opened('one')
  one.change(eip('photon', 'a'))
  one.push()
  const [old, early] = await Promise.all([
    allocate(OLD, one.remote, 'one-old'),
    allocate(NEW, one.remote, 'one-early'),
  ])
  expect([old.code, early.code]).toEqual([0, 1])
  expect(early.out).toContain(wants(OLD, NEW))
  expect(one.end()).toMatchObject({ engine: `engine: "${OLD}"`, commits: '2' })

  one.change({ ...settings(NEW), ...eip('photon', 'b') })
  one.push()
  const [late, next] = await Promise.all([
    allocate(OLD, one.remote, 'one-late'),
    allocate(NEW, one.remote, 'one-next'),
  ])
  expect([late.code, next.code]).toEqual([1, 0])
  expect(late.out).toContain(wants(NEW, OLD))
  expect(one.end()).toMatchObject({ engine: `engine: "${NEW}"`, commits: '3' })
}, 120_000)

test('where netclaim.yaml names none the later one goes on, and the earlier one stops', async () => {
  const free = await opened('free')
  free.change({ 'netclaim.yaml': '# any\n', ...eip('photon', 'a') })
  free.push()
  expect((await allocate(OLD, free.remote, 'free-old')).code).toBe(0)
  free.change(eip('photon', 'b'))
  free.push()
  expect((await allocate(NEW, free.remote, 'free-new')).code).toBe(0)
  free.change(eip('photon', 'c'))
  free.push()
  const { code, out } = await allocate(OLD, free.remote, 'free-late')
  expect(code).toBe(1)
  expect(out).toContain(
    `the state was planned by a later engine "${NEW}", this is "${OLD}": nothing is allocated`,
  )
  expect(free.end()).toMatchObject({ engine: `engine: "${NEW}"`, commits: '3' })
}, 120_000)

test('three of each version at once, over an upgrade, end where one after the other end', async () => {
  const [alone, both] = [await opened('alone'), await opened('both')]
  for (const remote of [alone, both]) {
    live(remote)
    remote.push()
  }
  expect((await allocate(OLD, alone.remote, 'alone-old')).code).toBe(1)
  expect((await allocate(NEW, alone.remote, 'alone-new')).code).toBe(0)

  const ends = await Promise.all(
    [OLD, NEW, OLD, NEW, OLD, NEW].map((version, n) => allocate(version, both.remote, `both-${n}`)),
  )
  expect(ends.map(({ err }) => err)).toEqual(ends.map(() => ''))
  const { tree, engine } = both.end()
  expect(engine).toBe(`engine: "${NEW}"`)
  expect(tree).toBe(alone.end().tree)
  expect(alone.end().commits).toBe('8')
}, 120_000)
