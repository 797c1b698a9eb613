import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { handClock } from '../github/clock.ts'
import { editedBy, type HandEdit } from './applied.ts'
import { dumpIn, platformIn } from './platform.ts'

const scratch = scratchFolder()
const forge = await startForge({ folder: join(scratch, 'forge'), inMemory: true })
afterAll(() => forge.stop())

const at = { owner: 'octo', repo: 'claims' }
const env = { NETCLAIM_FORGE_URL: `${forge.url}/api/v3`, GITHUB_TOKEN: forge.token }
const octokit = githubClient({
  baseUrl: `${forge.url}/api/v3`,
  auth: { token: forge.token },
  clock: handClock(),
  writeGapMs: 0,
})
const evil = 'kubectl`|<b>\n@octo #1'
const grown: HandEdit = {
  kind: 'IPAddressPool',
  name: 'tenant-cp-pool',
  field: 'addresses',
  value: ['172.21.208.100-172.21.208.250', '172.21.209.0-172.21.209.15'],
}
const strange: HandEdit = { kind: 'Subnet', name: 'ext-b', field: 'gateway', value: 'x|`@octo' }

test('a hand edit becomes one pull request, which is kept up to date and left when it is closed', async () => {
  const { repo, objects } = await platformIn(join(scratch, 'work'))
  const { dir } = await forge.createRepository({ owner: 'octo', name: 'claims' })
  gitIn(repo, 'push', '--quiet', '--force', dir, 'main', 'netclaim/state')
  await forge.scan()
  const run = async (name: string, edits: readonly HandEdit[], manager = 'kubectl-edit') => {
    const from = dumpIn(join(scratch, name), editedBy(manager, objects, edits))
    const args = ['capture', '--from', from, '--pull-request', 'octo/claims', '--format', 'json']
    const { code, out, err } = await netclaim(args, { cwd: scratch, env })
    expect([code, err]).toEqual([0, ''])
    const { pull, commit } = JSON.parse(out) as Readonly<Record<string, unknown>>
    return { pull, commit }
  }
  const head = 'octo:netclaim/capture'
  const pulls = async () => (await octokit.rest.pulls.list({ ...at, head, state: 'all' })).data

  const first = await run('one', [grown])
  expect(first.pull).toEqual({
    number: 1,
    url: `${forge.url}/octo/claims/pull/1`,
    outcome: 'opened',
  })
  expect(await run('one', [grown])).toEqual({
    ...first,
    pull: { ...(first.pull as object), outcome: 'same' },
  })
  const [opened] = await pulls()
  expect(opened).toMatchObject({
    title: 'Capture a change made by hand in the cluster',
    head: { ref: 'netclaim/capture', sha: first.commit },
    base: { ref: 'main' },
  })
  for (const said of [
    '`IPAddressPool kmetal-metallb/tenant-cp-pool` `.spec.addresses`',
    '`kubectl-edit`, `2026-11-30T03:00:00Z`',
    '`platform/kmetal.yaml` `spec.networking.loadBalancer.tenantControlPlanes.addresses`',
  ])
    expect(opened?.body).toContain(said)

  // What a stranger chose shows as it is.
  const second = await run('two', [grown, strange], evil)
  expect(second.pull).toMatchObject({ number: 1, outcome: 'changed' })
  // The same file in the same form: whoever approved it need not do so again.
  expect(second.commit).toBe(first.commit)
  const body = (await pulls())[0]?.body ?? ''
  expect(body).toContain('### What no file can say')
  expect(body).not.toMatch(/<b>|(?<![\\&`\w])@octo|(?<!\\)\|`?<|^@/m)

  await octokit.rest.pulls.update({ ...at, pull_number: 1, state: 'closed' })
  expect((await run('one', [grown])).pull).toMatchObject({ number: 1, outcome: 'declined' })
  const third = await run('three', [{ ...grown, value: ['172.21.208.100-172.21.209.15'] }])
  expect(third.pull).toMatchObject({ number: 2, outcome: 'opened' })
  expect(gitIn(dir, 'rev-parse', 'netclaim/capture~1')).toBe(gitIn(dir, 'rev-parse', 'main'))
  expect((await run('none', [])).pull).toEqual({ number: 2, outcome: 'idle' })
  expect(await pulls()).toHaveLength(2)
})
