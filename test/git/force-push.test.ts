import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { acknowledgement } from '../plan/files.ts'
import { type RemoteClaims, remoteClaims } from './remote-claims.ts'
import { gitIn, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()
const files = { 'netclaim.yaml': 'proof: api\n', ...environment('photon') }
const claims = { ...eip('photon', 'a'), ...eip('photon', 'b') }
const secret = { 'platform/secret.txt': 'hunter2' }

/** What the allocator of a remote does, in a clone of its own that it keeps. */
function allocator({ remote }: RemoteClaims, name: string) {
  const dir = join(scratch, `${name}-allocator`)
  gitIn(scratch, 'clone', '--quiet', remote, dir)
  return () => netclaim(['allocate', '--repo', dir, '--push', '--quiet'])
}

/** Where a secret was committed with the first of two claims, and all of it is allocated. */
async function lived(name: string) {
  const on = await remoteClaims(scratch, name, { files, engine: ownVersion() })
  const allocate = allocator(on, name)
  const first = gitIn(on.work, 'rev-parse', 'HEAD')
  on.change({ ...secret, ...eip('photon', 'a') })
  const planned = on.change({ ...eip('photon', 'b'), ...eip('photon', 'c') })
  on.push()
  expect((await allocate()).code).toBe(0)
  return { ...on, allocate, first, planned }
}

const reset = (subject: string, place: string) => {
  const text = acknowledgement('state/reset', subject, [place], 'a secret had to go')
  return { 'acknowledgements/reset.yaml': text.replace('{name: state/reset}', '{name: reset}') }
}

describe('main that was pushed over without a secret', () => {
  test('goes on by an acknowledgement, and ends as one that never had it', async () => {
    const on = await lived('one')
    gitIn(on.work, 'reset', '--quiet', '--hard', on.first)
    const place = on.change({ ...claims, ...eip('photon', 'c') })
    on.push('--force')
    const before = on.end()
    const stopped = await on.allocate()
    expect([stopped.code, stopped.err]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(`main was rewritten.*subject is ${on.planned}.*stands in its place`),
      ),
    ])
    expect(on.end()).toEqual(before)

    on.change({ ...reset(on.planned, place), ...eip('photon', 'd') })
    on.push()
    expect(await on.allocate()).toMatchObject({ code: 0, err: '' })
    const never = await remoteClaims(scratch, 'never', { files, engine: ownVersion() })
    for (const name of ['a', 'b', 'c', 'd']) never.change(eip('photon', name))
    never.push()
    expect((await allocator(never, 'never')()).code).toBe(0)
    expect(on.end().tree).toBe(never.end().tree)

    // It is spent: nobody pushes over it a second time.
    const state = gitIn(on.remote, 'rev-parse', 'netclaim/state')
    gitIn(on.work, 'commit', '--quiet', '--amend', '-m', 'again')
    on.push('--force')
    expect((await on.allocate()).err).toContain('main was rewritten')
    expect(gitIn(on.remote, 'rev-parse', 'netclaim/state')).toBe(state)
  })

  test('and without a claim: that is given back, not forgotten, and nobody gets its address', async () => {
    const on = await lived('two')
    gitIn(on.work, 'reset', '--quiet', '--hard', on.first)
    const place = on.change(claims)
    on.change({ ...reset(on.planned, place), ...eip('photon', 'd') })
    on.push('--force')
    expect((await on.allocate()).code).toBe(0)
    const book = gitIn(on.remote, 'show', 'netclaim/state:allocations/photon.yaml')
    const entry = (name: string) =>
      new RegExp(`claim: EipClaim ${name}\\n(?: {4}.*\\n)*`).exec(`${book}\n`)?.[0]
    expect(entry('c')).toMatch(/address: "198\.51\.100\.23"[^]*phase: (?:releasing|tombstone)/)
    expect(entry('d')).toContain('address: "198.51.100.24"')
  })
})
