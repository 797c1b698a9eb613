import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { netclaim } from '../cli/fake-terminal.ts'
import { type Started, started } from '../forge/started.ts'
import { gitIn } from '../git/sandbox.ts'

const files = {
  CODEOWNERS: readFileSync('repo-template/CODEOWNERS', 'utf8'),
  'netclaim.yaml': 'state:\n  branch: ledger\n',
  '.github/workflows/check.yml': readFileSync('workflows/netclaim-check.yml', 'utf8'),
}
/** The app of the page. */
const APP = 123_456
let forge: Started

interface Ruleset {
  readonly rules: readonly { readonly type: string }[]
}

const jsonIn = (page: string) =>
  [...readFileSync(`docs/how-to/${page}`, 'utf8').matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
    ([, text = '']): unknown => JSON.parse(text),
  )
const rulesets = jsonIn('branch-protection-and-rulesets.md') as readonly Ruleset[]

/** As `gh api` does; the request is judged by GitHub's description of its API. */
async function make(ruleset: object): Promise<void> {
  const body = JSON.stringify(ruleset).replaceAll('netclaim/state', 'ledger')
  type Create = Parameters<typeof forge.octokit.rest.repos.createRepoRuleset>[0]
  const wanted = JSON.parse(body) as Omit<NonNullable<Create>, 'owner' | 'repo'>
  await forge.octokit.rest.repos.createRepoRuleset({ ...wanted, ...forge.at } as Create)
}

beforeAll(async () => {
  forge = await started('doctor', files)
})

async function doctor(token = forge.forge.token) {
  const args = ['doctor', '--repo', 'octo/claims', '--api-url', forge.forge.url]
  const { out, err } = await netclaim([...args, '--app-id', String(APP)], {
    env: { GITHUB_TOKEN: token },
  })
  expect([err, out.includes(token)]).toEqual(['', false])
  return [...out.matchAll(/(?:error|warning|info)\[(\S+)\]/g)]
    .map(([, rule = '']) => rule)
    .toSorted((a, b) => (a < b ? -1 : 1))
}

describe('a repository on a forge', () => {
  test('that nobody set up lacks all of it', async () => {
    expect(await doctor()).toEqual([
      'setup/check-not-required',
      'setup/main-rewritable',
      'setup/main-unprotected',
      'setup/not-seen',
      'setup/state-missing',
    ])
  })

  test('that is set up as the how-to says has nothing but what may not be seen', async () => {
    gitIn(forge.dir, 'branch', 'ledger', 'main')
    for (const ruleset of rulesets) await make(ruleset)
    // This forge has no older protection to be asked for, and the app is shown to itself alone.
    expect(new Set(await doctor())).toEqual(new Set(['setup/not-seen']))
  })

  test('shows less to whoever may only read, and says so', async () => {
    const found = await doctor(forge.forge.readToken)
    expect(new Set(found)).toEqual(new Set(['setup/not-seen']))
    expect(found.length).toBeGreaterThan(1)
  })

  test('with the queue of the how-to is judged the same', async () => {
    const [queue] = jsonIn('merge-queue.md') as readonly { type: string }[]
    const [main] = rulesets
    await make({ ...main, name: 'queue', rules: [queue] })
    // The app cannot be seen here, so that only the rules are judged: a queue is as good as strict.
    expect(new Set(await doctor())).toEqual(new Set(['setup/not-seen']))
    expect([...forge.judge.judged].join('\n')).toMatch(/POST .*\/rulesets/)
  })
})
