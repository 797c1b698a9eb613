import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editedBy, type HandEdit } from '../capture/applied.ts'
import { dumpIn, platformIn } from '../capture/platform.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { type Clone, cloneOf, mergePull } from './clone.ts'
import { hasGitea, type RealGitea, startGitea } from './real-gitea.ts'

const scratch = scratchFolder()
const evil = 'kubectl`|<b>bold</b>\n@operator #1 !1'
const grown: HandEdit = {
  kind: 'IPAddressPool',
  name: 'tenant-cp-pool',
  field: 'addresses',
  value: ['172.21.208.100-172.21.208.250', '172.21.209.0-172.21.209.15'],
}
const strange: HandEdit = { kind: 'Subnet', name: 'ext-b', field: 'gateway', value: '<i>@operator' }

describe.skipIf(!hasGitea)('what was changed by hand, on a real Gitea', () => {
  let gitea: RealGitea
  let repository: string
  let clone: Clone

  beforeAll(async () => {
    gitea = await startGitea()
    repository = await gitea.newRepository('claims')
    clone = cloneOf(gitea, join(scratch, 'clone'), repository, gitea.operator)
  })
  afterAll(() => gitea?.stop())

  test('becomes a pull request of ours, which shows what strangers wrote and does nothing of it', async () => {
    const { repo, objects } = await platformIn(join(scratch, 'work'))
    gitIn(clone.dir, 'fetch', '--quiet', repo, '+main:main', '+netclaim/state:netclaim/state')
    clone.send('main', 'netclaim/state')
    const run = async (name: string, edits: readonly HandEdit[]) => {
      const from = dumpIn(join(scratch, name), editedBy(evil, objects, edits))
      const args = ['capture', '--from', from, '--pull-request', repository, '--format', 'json']
      const env = {
        NETCLAIM_FORGE: 'gitea',
        NETCLAIM_FORGE_URL: gitea.url,
        NETCLAIM_TOKEN: gitea.netclaim.token,
      }
      const { code, out, err } = await netclaim(args, { cwd: scratch, env })
      expect([code, err]).toEqual([0, ''])
      return JSON.parse(out) as { commit: string; pull: { number: number; outcome: string } }
    }
    const first = await run('one', [grown, strange])
    expect(first.pull).toMatchObject({ outcome: 'opened' })
    const { number } = first.pull
    expect(await run('one', [grown, strange])).toMatchObject({
      commit: first.commit,
      pull: { number, outcome: 'same' },
    })
    const path = `/repos/${repository}/pulls/${number}`
    const shown = await gitea.api(gitea.operator, 'GET', path)
    expect(shown.json).toMatchObject({
      user: { login: 'netclaim' },
      head: { ref: 'netclaim/capture', sha: first.commit },
    })
    const page = await (await fetch(`${gitea.url}/${repository}/pulls/${number}`)).text()
    expect(page).toContain('What becomes a file')
    expect(page).not.toMatch(/<b>bold|<i>@/)
    expect(page).not.toMatch(/href="[^"]*\/operator"[^>]*>@operator/)
    expect(page).not.toContain('class="ref-issue"')

    await mergePull(gitea, gitea.operator, repository, number)
    expect(gitIn(clone.dir, 'show', `${clone.pull('main')}:platform/kmetal.yaml`)).toContain(
      'addresses: [172.21.208.100-172.21.208.250, 172.21.209.0-172.21.209.15]',
    )
    const next = await run('two', [{ ...grown, value: ['172.21.208.100-172.21.209.20'] }])
    expect(next.pull.outcome).toBe('opened')
    expect(next.pull.number).not.toBe(number)
  })
})
