import { Octokit } from '@octokit/rest'
import { describe, expect, test } from 'vitest'
import { githubSetupReader } from '../../lib/adapters/github/setup-reader.ts'
import { appEvents, appPermissions } from '../../lib/pipeline/doctor/app-needs.ts'
import { judgeSetup } from '../../lib/pipeline/doctor/judge-setup.ts'

const REPO = '/repos/acme/claims'
const bypass_actors = [{ actor_id: 7, actor_type: 'Integration', bypass_mode: 'always' }]
const rule = (type: string, ruleset_id: number, parameters?: object) => ({
  type,
  ruleset_id,
  parameters,
})
const mainRules = [
  rule('deletion', 1),
  rule('non_fast_forward', 1),
  rule('pull_request', 1, { required_approving_review_count: 1, require_code_owner_review: true }),
  rule('required_status_checks', 1, {
    required_status_checks: [{ context: 'netclaim', integration_id: 7 }],
    strict_required_status_checks_policy: true,
  }),
]
const stateRules = [rule('deletion', 2), rule('non_fast_forward', 2), rule('update', 2)]
const installation = { app_id: 7, permissions: appPermissions, events: appEvents }

/** A repository that is set up well; a number is what GitHub refuses with. */
const well: Readonly<Record<string, unknown>> = {
  [`${REPO}/branches/main`]: { name: 'main', protected: false },
  [`${REPO}/branches/netclaim%2Fstate`]: { name: 'netclaim/state', protected: false },
  [`${REPO}/rules/branches/main`]: mainRules,
  [`${REPO}/rules/branches/netclaim%2Fstate`]: stateRules,
  [`${REPO}/rulesets/1`]: { id: 1, name: 'main', bypass_actors: [] },
  [`${REPO}/rulesets/2`]: { id: 2, name: 'state', bypass_actors },
  [`${REPO}/installation`]: installation,
}

/** Asks the table in place of GitHub; what is not in it is not found. */
async function findingsOn(table: Readonly<Record<string, unknown>>, appId?: number) {
  const fetch = (address: string) => {
    const body = table[new URL(address).pathname] ?? 404
    const status = typeof body === 'number' ? body : 200
    const text = JSON.stringify(status === 200 ? body : { message: 'no' })
    const headers = { 'content-type': 'application/json' }
    const response = new Response(text, { status, headers })
    // Pages are told apart by it.
    return Promise.resolve(Object.defineProperty(response, 'url', { value: address }))
  }
  const octokit = new Octokit({ request: { fetch }, log: quiet })
  const options = { octokit, owner: 'acme', repo: 'claims', main: 'main' }
  const reader = githubSetupReader({ ...options, ...(appId === undefined ? {} : { appId }) })
  const setup = await reader.setup?.({ main: 'main', state: 'netclaim/state' })
  const findings = judgeSetup(new Map([['CODEOWNERS', '* @acme/operators']]), setup)
  return findings.map((one) => `${one.rule}: ${one.message}`)
}
const nothing = () => undefined
const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing }

test('a repository that is set up well has no findings', async () => {
  expect(await findingsOn(well)).toEqual([])
})

test('a token that may not look is told, and judged is what it sees', async () => {
  const table = {
    ...well,
    [`${REPO}/installation`]: 401,
    [`${REPO}/rulesets/1`]: 403,
    [`${REPO}/rulesets/2`]: { id: 2, name: 'state' },
    [`${REPO}/rules/branches/main`]: mainRules.slice(1),
  }
  expect((await findingsOn(table, 7)).toSorted()).toEqual([
    'setup/main-rewritable: branch "main" can be deleted',
    'setup/not-seen: ruleset 1: GitHub answers 403, the token may not look',
    'setup/not-seen: the installation of the app: GitHub answers 404, the token may not look',
    'setup/not-seen: who passes ruleset "state" by: only who may edit it is told',
  ])
})

test('an owner of the organisation finds the app in its list', async () => {
  const listed = { total_count: 1, installations: [{ ...installation, events: ['push'] }] }
  const table = { ...well, [`${REPO}/installation`]: 401, '/orgs/acme/installations': listed }
  const found = await findingsOn(table, 7)
  expect(found).toContain('setup/app-event: the app is not told of pull_request')
})

describe('the older protection of a branch', () => {
  const on = { enabled: true }
  const off = { enabled: false }
  const protection = {
    enforce_admins: on,
    allow_force_pushes: off,
    allow_deletions: off,
    required_pull_request_reviews: {
      required_approving_review_count: 1,
      require_code_owner_reviews: true,
    },
    required_status_checks: { strict: true, checks: [{ context: 'netclaim', app_id: 7 }] },
  }
  const table = (more: object) => ({
    ...well,
    [`${REPO}/branches/main`]: { name: 'main', protected: true },
    [`${REPO}/rules/branches/main`]: [],
    [`${REPO}/branches/main/protection`]: { ...protection, ...more },
  })

  test.each<[string, object, readonly string[]]>([
    ['that is whole', {}, []],
    [
      'that spares administrators',
      { enforce_admins: off },
      ['setup/main-bypass: every administrator pushes to "main" past branch protection'],
    ],
    [
      'with force pushes',
      { allow_force_pushes: on },
      ['setup/main-rewritable: branch "main" can be force-pushed'],
    ],
    [
      'whose check is of any source',
      { required_status_checks: { strict: true, checks: [{ context: 'netclaim', app_id: null }] } },
      ['setup/check-any-source: "netclaim" is required from any source'],
    ],
  ])('%s', async (_, more, wanted) => {
    expect(await findingsOn(table(more))).toEqual(wanted)
  })

  test('that may not be seen is told', async () => {
    const found = await findingsOn({ ...table({}), [`${REPO}/branches/main/protection`]: 403 })
    expect(found).toEqual([
      'setup/not-seen: the protection of "main": GitHub answers 403, the token may not look',
    ])
  })
})
