import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { setupRules } from '../../lib/domain/rules/setup-rules.ts'
import type { AppSetup, BranchRule, Setup } from '../../lib/domain/setup.ts'
import { appEvents, appPermissions } from '../../lib/pipeline/doctor/app-needs.ts'
import { readCodeOwners } from '../../lib/pipeline/doctor/code-owners.ts'
import { judgeApp } from '../../lib/pipeline/doctor/judge-app.ts'
import { judgeFiles } from '../../lib/pipeline/doctor/judge-files.ts'
import { judgeMain } from '../../lib/pipeline/doctor/judge-main.ts'
import { judgeSetup } from '../../lib/pipeline/doctor/judge-setup.ts'
import { judgeState } from '../../lib/pipeline/doctor/judge-state.ts'

const ours = { kind: 'app', id: 7 } as const
const from = { source: 'ruleset "main"', bypass: [] }
const main: readonly BranchRule[] = [
  { type: 'no-deletion', ...from },
  { type: 'no-force-push', ...from },
  { type: 'pull-request', approvals: 1, codeOwners: true, ...from },
  { type: 'checks', checks: [{ name: 'netclaim', app: 7 }], strict: true, ...from },
]
const guard = { source: 'ruleset "state"', bypass: [ours] }
const state: readonly BranchRule[] = [
  { type: 'no-deletion', ...guard },
  { type: 'no-force-push', ...guard },
  { type: 'no-update', ...guard },
]
const app: AppSetup = { id: 7, permissions: appPermissions, events: appEvents }

interface Changes {
  readonly main?: readonly BranchRule[]
  readonly state?: readonly BranchRule[]
  readonly more?: Partial<Setup>
}

function setupOf({ main: ofMain = main, state: ofState = state, more }: Changes = {}): Setup {
  return {
    main: { name: 'main', exists: true, rules: ofMain },
    state: { name: 'netclaim/state', exists: true, rules: ofState },
    appId: 7,
    app,
    unseen: [],
    ...more,
  }
}
const without = (rules: readonly BranchRule[], type: string) =>
  rules.filter((rule) => rule.type !== type)
const judgeBranches = (setup: Setup) => [
  ...judgeMain(setup.main, setup.appId),
  ...judgeState(setup.state, setup.appId),
]
const rulesOf = (findings: readonly { rule: string }[]) => findings.map(({ rule }) => rule)
const queue: BranchRule = { type: 'merge-queue', ...from }

test('a repository that is set up well has no findings', () => {
  expect(judgeBranches(setupOf())).toEqual([])
  expect(judgeApp(setupOf())).toEqual([])
})

describe('branches', () => {
  test.each<[string, Changes, readonly string[]]>([
    [
      'no rules at all',
      { main: [], state: [] },
      [
        'setup/main-unprotected',
        'setup/main-rewritable',
        'setup/check-not-required',
        'setup/state-rewritable',
        'setup/state-open',
      ],
    ],
    ['no pull request', { main: without(main, 'pull-request') }, ['setup/main-unprotected']],
    ['no main', { more: { main: { name: 'main', exists: false } } }, ['setup/main-unprotected']],
    ['force pushes', { main: without(main, 'no-force-push') }, ['setup/main-rewritable']],
    [
      'no review of code owners',
      {
        main: [
          ...without(main, 'pull-request'),
          { type: 'pull-request', approvals: 1, codeOwners: false, ...from },
        ],
      },
      ['setup/review-missing'],
    ],
    [
      'another check',
      {
        main: [
          ...without(main, 'checks'),
          { type: 'checks', checks: [{ name: 'ci' }], strict: true, ...from },
        ],
      },
      ['setup/check-not-required'],
    ],
    [
      'the check from any source',
      {
        main: [
          ...without(main, 'checks'),
          { type: 'checks', checks: [{ name: 'netclaim' }], strict: true, ...from },
        ],
      },
      ['setup/check-any-source'],
    ],
    [
      'the check of another app',
      {
        main: [
          ...without(main, 'checks'),
          { type: 'checks', checks: [{ name: 'netclaim', app: 8 }], strict: true, ...from },
        ],
      },
      ['setup/check-any-source'],
    ],
    [
      'the check of any source in one rule and of ours in another',
      {
        main: [...main, { type: 'checks', checks: [{ name: 'netclaim' }], strict: false, ...from }],
      },
      [],
    ],
    [
      'neither strict nor a queue',
      {
        main: [
          ...without(main, 'checks'),
          { type: 'checks', checks: [{ name: 'netclaim', app: 7 }], strict: false, ...from },
        ],
      },
      ['setup/check-not-strict'],
    ],
    [
      'a queue instead of strict',
      {
        main: [
          queue,
          ...without(main, 'checks'),
          { type: 'checks', checks: [{ name: 'netclaim', app: 7 }], strict: false, ...from },
        ],
      },
      [],
    ],
    [
      'a role that passes main by',
      { main: main.map((rule) => ({ ...rule, bypass: [{ kind: 'role', id: 5 }] })) },
      ['setup/main-bypass'],
    ],
    [
      'a role that does so by pull requests only',
      {
        main: main.map((rule) => ({
          ...rule,
          bypass: [{ kind: 'role', id: 5, byPullRequest: true }],
        })),
      },
      [],
    ],
    [
      'no state branch',
      { more: { state: { name: 'netclaim/state', exists: false } } },
      ['setup/state-missing'],
    ],
    ['a state that others write', { state: without(state, 'no-update') }, ['setup/state-open']],
    [
      'a state that another app writes',
      { state: state.map((rule) => ({ ...rule, bypass: [ours, { kind: 'app', id: 8 }] })) },
      ['setup/state-open'],
    ],
    [
      'a state that can be deleted',
      { state: without(state, 'no-deletion') },
      ['setup/state-rewritable'],
    ],
    [
      'a state that is closed to the app',
      { state: state.map((rule) => ({ ...rule, bypass: [] })) },
      ['setup/state-closed'],
    ],
    [
      'a state that needs pull requests',
      {
        state: [
          ...state,
          {
            type: 'pull-request',
            approvals: 0,
            codeOwners: false,
            source: 'ruleset "all"',
            bypass: [],
          },
        ],
      },
      ['setup/state-closed'],
    ],
    [
      'a bypass that nobody may see',
      { state: state.map(({ bypass: _bypass, ...rule }) => rule) },
      [],
    ],
    [
      'rules that nobody may see',
      { more: { main: { name: 'main', exists: true }, state: { name: 's', exists: true } } },
      [],
    ],
  ])('%s', (_, changes, wanted) => {
    expect(rulesOf(judgeBranches(setupOf(changes)))).toEqual(wanted)
  })
})

describe('the app', () => {
  const withApp = (more: Partial<AppSetup>, ofMain: readonly BranchRule[] = main) =>
    setupOf({ main: ofMain, more: { app: { ...app, ...more } } })
  const { merge_queues: _, ...noQueues } = appPermissions

  test.each<[string, Setup, readonly string[]]>([
    [
      'that can only read',
      withApp({ permissions: { ...appPermissions, contents: 'read' } }),
      ['setup/app-permission'],
    ],
    [
      'that can do more',
      withApp({ permissions: { ...appPermissions, workflows: 'write' } }),
      ['setup/app-permission'],
    ],
    ['without queues, and there is none', withApp({ permissions: noQueues }), []],
    [
      'without queues, and there is one',
      withApp({ permissions: noQueues }, [queue, ...main]),
      ['setup/queue-event'],
    ],
    [
      'that hears of no pull request',
      withApp({ events: appEvents.filter((one) => one !== 'pull_request') }),
      ['setup/app-event'],
    ],
    [
      'that hears of no merge group, and there is a queue',
      withApp({ events: appEvents.filter((one) => one !== 'merge_group') }, [queue, ...main]),
      ['setup/queue-event'],
    ],
  ])('%s', (_name, setup, wanted) => {
    expect(rulesOf(judgeApp(setup))).toEqual(wanted)
  })

  test('that can do more than it needs is warned of', () => {
    const [finding] = judgeApp(withApp({ permissions: { ...appPermissions, workflows: 'write' } }))
    expect(finding).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('workflows'),
    })
  })
})

describe('CODEOWNERS', () => {
  test.each([
    ['*', 'a/b/c', true],
    ['*.yaml', 'a/b.yaml', true],
    ['/platform/', 'platform/kmetal.yaml', true],
    ['/platform/', 'environments/platform/a', false],
    ['platform/', 'environments/platform/a', true],
    ['/platform', 'platform/a/b', true],
    ['platform/*', 'platform/a.yaml', true],
    ['platform/*', 'platform/tenants/a.yaml', false],
    ['/platform/**', 'platform/tenants/a.yaml', true],
    ['**/a.yaml', 'x/y/a.yaml', true],
    ['/netclaim.yaml', 'netclaim.yaml', true],
    ['netclaim?yaml', 'netclaim.yaml', true],
    ['/netclaimXyaml', 'netclaim.yaml', false],
    ['a.b', 'aXb', false],
  ])('%s, asked for %s: %s', (pattern, path, wanted) => {
    expect(readCodeOwners(`${pattern} @a`).ownersOf(path) !== undefined).toBe(wanted)
  })

  test('the last line that fits holds, also when it names nobody', () => {
    const owners = readCodeOwners('# all\n* @a\n/platform/ # nobody\n')
    expect(owners.ownersOf('x')).toEqual({ line: 2, owners: ['@a'] })
    expect(owners.ownersOf('platform/x')).toEqual({ line: 3, owners: [] })
  })

  test('that covers all is fine, and that of the template does', () => {
    const text = readFileSync('repo-template/CODEOWNERS', 'utf8')
    expect(judgeFiles(new Map([['CODEOWNERS', text]]))).toEqual([])
  })

  test('that leaves a part out is told at its line', () => {
    const text = '/environments/ @t\n/platform/ @o\n/platform/tenants/\n'
    const findings = judgeFiles(new Map([['.github/CODEOWNERS', text]]))
    expect(findings.map(({ message, at }) => [message, at?.line])).toEqual([
      ['nobody owns platform/tenants/a.yaml', 3],
      ['nobody owns acknowledgements/a.yaml', 1],
      ['nobody owns netclaim.yaml', 1],
      ['nobody owns .github/workflows/a.yml', 1],
      ['nobody owns .gitattributes', 1],
      ['nobody owns .github/CODEOWNERS', 1],
    ])
  })

  test('that is missing is an error', () => {
    expect(rulesOf(judgeFiles(new Map()))).toEqual(['setup/codeowners-missing'])
  })
})

const owners = ['CODEOWNERS', '* @o'] as const
const fileFindings = (path: string, text: string) => judgeFiles(new Map([owners, [path, text]]))

test.each([
  ['* text=auto eol=lf', []],
  ['# a/** export-ignore', []],
  ['a/** export-ignore', [1]],
  ['* text\n\n  environments/** -diff linguist-generated', [3]],
  ['*.yaml filter=lfs diff=lfs merge=lfs -text', [1]],
  ['*.yaml ident', [1]],
])('attributes %j', (text, lines) => {
  const findings = fileFindings('environments/.gitattributes', text)
  expect(findings.map(({ rule, at }) => [rule, at?.line])).toEqual(
    lines.map((line) => ['setup/attributes-hide', line]),
  )
})

describe('a workflow', () => {
  const job = 'jobs:\n  a:\n    runs-on: x\n'
  test.each([
    ['that reads', `on: push\npermissions: { contents: read }\n${job}`, []],
    ['that says its rights at each job', `on: push\n${job}    permissions: {}\n`, []],
    ['that says none', `on: push\n${job}`, ['setup/workflow-rights']],
    ['that has all', `on: push\npermissions: write-all\n${job}`, ['setup/workflow-rights']],
    [
      'that may write contents',
      `on: push\npermissions: { contents: write }\n${job}`,
      ['setup/workflow-rights'],
    ],
    [
      'that allocates',
      `on: push\npermissions: { contents: write }\n${job}    steps: [{ run: netclaim run allocate }]\n`,
      [],
    ],
    [
      'for strangers',
      `on: [push, pull_request_target]\npermissions: {}\n${job}`,
      ['setup/workflow-target'],
    ],
    [
      'after another',
      `on: { workflow_run: { workflows: [a] } }\npermissions: {}\n${job}`,
      ['setup/workflow-target'],
    ],
    [
      'with a title in a script',
      `on: push\npermissions: {}\n${job}    steps: [{ run: 'echo \${{ github.event.issue.title }}' }]\n`,
      ['setup/workflow-injection'],
    ],
    [
      'with a branch in a script',
      `on: push\npermissions: {}\n${job}    steps: [{ run: 'echo \${{ github.head_ref }}' }]\n`,
      ['setup/workflow-injection'],
    ],
    [
      'with a title in a variable',
      `on: push\npermissions: {}\n${job}    steps: [{ run: 'echo "$T"', env: { T: '\${{ github.event.issue.title }}' } }]\n`,
      [],
    ],
    ['that is no YAML', '{', []],
  ])('%s', (_, text, wanted) => {
    expect(rulesOf(fileFindings('.github/workflows/a.yml', text))).toEqual(wanted)
  })

  test.each(readdirSync('workflows').filter((name) => name.endsWith('.yml')))(
    'of ours, %s, is fine',
    (name) => {
      const text = readFileSync(`workflows/${name}`, 'utf8')
      expect(fileFindings(`.github/workflows/${name}`, text)).toEqual([])
    },
  )
})

test('what could not be seen is told', () => {
  const findings = judgeSetup(new Map([owners]), setupOf({ more: { unseen: ['rules: 403'] } }))
  expect(findings).toMatchObject([
    { rule: setupRules.notSeen.id, severity: 'info', message: 'rules: 403' },
  ])
})
