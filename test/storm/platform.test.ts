import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { makeState } from '../../functions/make-state.ts'
import { MAX_TREE_ENTRIES } from '../../lib/adapters/github/limits.ts'
import { generate } from '../bench/generate.ts'
import { environment } from '../functions/claims.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { ENGINE, NAME } from './fleet.ts'
import { replayed, STATE, stateOf } from './holdings.ts'
import { KeptForge } from './kept-forge.ts'
import { Person } from './person.ts'
import { shown } from './shown.ts'
import { urlOf } from './url-of.ts'

const scratch = scratchFolder()
const SIZE = process.env['LONG'] ? 5_000 : 300
/** GitHub takes no larger body. */
const MAX_BODY_BYTES = 25 * 1024 * 1024
/** Of a check run. */
const MAX_SUMMARY_BYTES = 65_535
const PATH = 'platform/kmetal.yaml'

test(`a platform that rewrites ${SIZE} environments lands as one move of the branch`, async () => {
  const platform = platformText()
  const files: Record<string, string> = { [PATH]: platform }
  for (let n = 0; n < SIZE; n += 1) Object.assign(files, environment(`team${n}`))
  const kept = await KeptForge.open(join(scratch, 'forge'))
  const { forge, dir } = kept
  await forge.createRepository({ owner: 'octo', name: 'claims', files })
  await makeState(dir, { planner, engine: ENGINE })
  await forge.scan()
  const first = gitIn(dir, 'rev-parse', 'main')
  const before = gitIn(dir, 'rev-parse', STATE)

  const person = new Person(forge, dir)
  const more = `${platform}      - 172.17.0.0/16\n`
  const number = await person.propose('platform', { [PATH]: more })
  const check = recorder()
  await kept.run({ kind: 'pull-request', repository: NAME, number }, check.send)
  await person.merge(number)
  const allocate = recorder()
  await kept.run({ kind: 'allocate', repository: NAME }, allocate.send)

  const [run] = (await shown(kept)).checks
  // The KMetal object shows the platform, too.
  expect(run).toMatchObject({ conclusion: 'success', title: `${SIZE + 1} manifest changes` })
  expect(run?.summary).toContain(`| \`VpcClaim\` | 0 | ${SIZE} | 0 |`)
  expect(Buffer.byteLength(run?.summary ?? '')).toBeLessThanOrEqual(MAX_SUMMARY_BYTES)
  for (const [what, { calls, largest }] of Object.entries({ check, allocate }))
    console.info(`${what} of ${SIZE}: ${calls.length} calls, largest body ${largest()} bytes`)
  // Beyond a thousand files, a call more for each thousand; and one for each hundred objects that are read.
  expect(check.calls.length).toBeLessThanOrEqual(30 + SIZE / 25)
  expect(allocate.calls.length).toBeLessThanOrEqual(40 + SIZE / 25)
  expect(gitIn(dir, 'rev-parse', `${STATE}^`)).toBe(before)
  expect(allocate.calls.filter(({ body }) => body.includes('updateRefs('))).toHaveLength(1)
  const calls = [...check.calls, ...allocate.calls]
  for (const { body } of calls) expect(Buffer.byteLength(body)).toBeLessThan(MAX_BODY_BYTES)
  for (const { body } of calls.filter(({ path }) => path.endsWith('/git/trees')))
    expect(JSON.parse(body).tree.length).toBeLessThanOrEqual(MAX_TREE_ENTRIES)
  const changed = gitIn(dir, 'diff', '--name-only', before, STATE, '--', 'rendered/').split('\n')
  expect(changed.length).toBeGreaterThanOrEqual(SIZE)
  expect(await stateOf(dir)).toEqual(
    await replayed(dir, { first, copy: join(scratch, 'copy.git') }),
  )
  expect(forge.failures).toEqual([])
  await kept.stop()
}, 600_000)

/** Its last lines are the ranges that nobody may reach. */
function platformText(): string {
  const entry = generate(1).get(PATH)
  if (entry?.kind !== 'text') throw new Error('no platform')
  return entry.text
}

/** `fetch` that keeps what is sent. */
function recorder() {
  const calls: { readonly path: string; readonly body: string }[] = []
  const send: typeof fetch = (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    calls.push({ path: new URL(urlOf(input)).pathname, body })
    return fetch(input, init)
  }
  return {
    send,
    calls,
    largest: () => Math.max(...calls.map(({ body }) => Buffer.byteLength(body))),
  }
}
