import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { MAX_CHANGED_PATHS } from '../../functions/check/limits.ts'
import { checkPullRequest } from '../../functions/check-pull-request.ts'
import type { Context } from '../../functions/context.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { claim, eips } from '../plan/files.ts'
import { hostile } from '../summary/sample.ts'
import { eip, environment } from './claims.ts'
import { type Files, STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
let count = 0
const open = (files: Files = environment('photon')) =>
  Stage.open(join(scratch, `${(count += 1)}.git`), files)

async function answerOf(stage: Stage, files: Files) {
  const number = await stage.propose(files)
  await checkPullRequest(stage.context, number)
  return stage.answerTo(number)
}

/** The context with some methods of the repository otherwise. */
function withRepository(stage: Stage, more: Partial<Context['repository']>): Context {
  return { ...stage.context, repository: { ...stage.repository, ...more } }
}

describe('the key', () => {
  test('names what the answer is of, and the same is not computed again', async () => {
    const stage = await open()
    const answer = await answerOf(stage, eip('photon', 'web'))
    expect(answer.key).toBe(`v1:${answer.sha}:${stage.tip()}:${stage.tip(STATE)}:none:0.1.0`)
    const { written } = stage.forge
    await checkPullRequest(stage.context, 1)
    expect(stage.forge.written).toBe(written)
    await stage.observe('one', 'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\n')
    await checkPullRequest(stage.context, 1)
    expect(stage.answerTo(1).key).toMatch(/:[0-9a-f]{16}:0\.1\.0$/)
  })
})

describe('a pull request', () => {
  test('that touches no claims is neutral, and no check is begun for it', async () => {
    const stage = await open()
    const begun: string[] = []
    const forge = Object.assign(stage.forge, { begin: async (sha: string) => void begun.push(sha) })
    const number = await stage.propose({
      'docs/a.md': 'x',
      '.github/workflows/a.yaml': 'on: push\n',
    })
    await checkPullRequest({ ...stage.context, forge }, number)
    expect(stage.answerTo(number)).toMatchObject({ conclusion: 'neutral', annotations: [] })
    expect(begun).toEqual([])
  })
  test('with a claim that went astray is judged', async () => {
    const answer = await answerOf(await open(), {
      'environment/photon/eip.yaml': claim('EipClaim', 'web'),
    })
    expect(answer.conclusion).not.toBe('neutral')
    expect(answer.annotations[0]?.path).toBe('environment/photon/eip.yaml')
  })
  test('that is a draft is checked; one that is closed, or goes elsewhere, is not', async () => {
    const stage = await open()
    const draft = await stage.propose(eip('photon', 'a'), { draft: true })
    const elsewhere = await stage.propose(eip('photon', 'b'), { base: 'release' })
    const closed = await stage.propose(eip('photon', 'c'))
    stage.forge.pulls.set(closed, { ...stage.pull(closed), state: 'closed' })
    for (const number of [draft, elsewhere, closed, 99])
      await checkPullRequest(stage.context, number)
    expect([...stage.forge.answers.keys()]).toEqual([stage.pull(draft).head])
  })
  test('whose head moved meanwhile has the old one cancelled, and judged once it is the head again', async () => {
    const stage = await open()
    const number = await stage.propose(eip('photon', 'web'))
    const old = stage.pull(number)
    let newer = ''
    const context = withRepository(stage, {
      async mergeBase(one, other) {
        if (newer === '') newer = await stage.push(number, eip('photon', 'more'))
        return stage.repository.mergeBase(one, other)
      },
    })
    await checkPullRequest(context, number)
    expect(stage.forge.answers.get(old.head)).toMatchObject({
      conclusion: 'cancelled',
      title: `superseded by ${newer.slice(0, 12)}`,
    })
    stage.forge.pulls.set(number, old)
    await checkPullRequest(stage.context, number)
    expect(stage.answerTo(number).conclusion).toBe('success')
  })
  test('that main overtakes while it is judged is judged on the newer main', async () => {
    const stage = await open()
    const number = await stage.propose(eip('photon', 'web'))
    let moved = ''
    const context = withRepository(stage, {
      async mergeBase(one, other) {
        if (moved === '') moved = await stage.commit({ 'README.md': 'x' })
        return stage.repository.mergeBase(one, other)
      },
    })
    await checkPullRequest(context, number)
    expect(stage.answerTo(number).key).toContain(`:${moved}:`)
  })
  test('whose commit is not there yet is waited for', async () => {
    const stage = await open()
    const number = await stage.propose(eip('photon', 'web'))
    let looks = 0
    const commit: Context['repository']['commit'] = async (id) => {
      if (id === stage.pull(number).head && (looks += 1) < 4)
        throw new OutsideError('no such commit', { system: 'git', retryable: false })
      return stage.repository.commit(id)
    }
    await checkPullRequest(withRepository(stage, { commit }), number)
    expect(stage.pauses).toEqual([1_000, 2_000, 4_000])
    expect(stage.answerTo(number).conclusion).toBe('success')
  })
  test('whose commit never shows is no success, and tried again by the sweep', async () => {
    const stage = await open()
    const number = await stage.propose(eip('photon', 'web'))
    const commit: Context['repository']['commit'] = async () => {
      throw new OutsideError('no such commit', { system: 'git', retryable: false })
    }
    await checkPullRequest(withRepository(stage, { commit }), number)
    expect(stage.pauses).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(stage.answerTo(number).conclusion).toBe('action_required')
    await checkPullRequest(stage.context, number)
    expect(stage.answerTo(number).conclusion).toBe('success')
  })
  test('is not answered where the repository cannot be reached', async () => {
    const stage = await open()
    const number = await stage.propose(eip('photon', 'web'))
    const differences = () =>
      Promise.reject(new OutsideError('reset', { system: 'github', retryable: true }))
    const outcome = checkPullRequest(withRepository(stage, { differences }), number)
    await expect(outcome).rejects.toThrow('reset')
    expect(stage.forge.answers.size).toBe(0)
  })
  test('of more files than are judged at once costs no more than to count them', async () => {
    const stage = await open()
    const number = await stage.propose(eip('photon', 'web'))
    const many = new Map(
      Array.from({ length: MAX_CHANGED_PATHS + 1 }, (_, n) => [
        `environments/e/${n}.yaml`,
        { after: 'a' },
      ]),
    )
    const context = withRepository(stage, { differences: async () => many })
    await checkPullRequest(context, number)
    expect(stage.answerTo(number)).toMatchObject({
      conclusion: 'action_required',
      title: '20001 files of claims are changed, more than 20000 are not judged at once',
    })
  })
})

describe('a conflict with main', () => {
  test.each<[string, Files, Files]>([
    ['another content on both sides', eip('photon', 'old'), eip('photon', 'old', '198.51.100.40')],
    [
      'gone on main',
      { 'environments/photon/eip-old.yaml': undefined },
      eip('photon', 'old', '198.51.100.40'),
    ],
    [
      'gone in the pull request',
      eip('photon', 'old', '198.51.100.41'),
      { 'environments/photon/eip-old.yaml': undefined },
    ],
    [
      'a file where main has a folder',
      { 'environments/x/a.yaml': 'a: 1\n' },
      { 'environments/x': 'x' },
    ],
    [
      'a folder where main has a file',
      { 'environments/x': 'x' },
      { 'environments/x/a.yaml': 'a: 1\n' },
    ],
  ])('%s', async (_, onMain, files) => {
    const start = { ...environment('photon'), ...eip('photon', 'old', '198.51.100.39') }
    const stage = await open(start)
    const number = await stage.propose(files)
    await stage.commit(onMain)
    await checkPullRequest(stage.context, number)
    const answer = stage.answerTo(number)
    expect(answer.conclusion).toBe('failure')
    expect(answer.annotations).toMatchObject([
      { path: Object.keys(files)[0], line: 1, level: 'failure', title: 'change/conflict' },
    ])
    expect(answer.summary).toContain('rebase the pull request on main')
  })
  test('that is none: the same on both sides, or beside the claims', async () => {
    const stage = await open()
    const number = await stage.propose({ ...eip('photon', 'web', '198.51.100.40'), 'a.txt': '1' })
    await stage.commit({ ...eip('photon', 'web', '198.51.100.40'), 'a.txt': '2' })
    await checkPullRequest(stage.context, number)
    expect(stage.answerTo(number).conclusion).toBe('neutral')
  })
})

describe('a state that cannot be gone on from', () => {
  test('is told with the way on, and the answer comes once it can', async () => {
    const stage = await open()
    const tip = stage.tip(STATE)
    gitIn(stage.repo, 'update-ref', '-d', `refs/heads/${STATE}`)
    const answer = await answerOf(stage, eip('photon', 'web'))
    expect(answer.conclusion).toBe('action_required')
    expect(answer.summary).toContain('netclaim init makes the first one')
    gitIn(stage.repo, 'update-ref', `refs/heads/${STATE}`, tip)
    await checkPullRequest(stage.context, 1)
    expect(stage.answerTo(1).conclusion).toBe('success')
  })
  test.each<[string, RegExp, (stage: Stage) => Promise<unknown>]>([
    [
      'foreign',
      /Netclaim did not write it/,
      async (stage) => gitIn(stage.repo, 'update-ref', `refs/heads/${STATE}`, stage.tip()),
    ],
    [
      'of a main that was rewritten',
      /main was rewritten/,
      async (stage) => {
        const other = await stage.write(undefined, environment('photon'))
        gitIn(stage.repo, 'update-ref', 'refs/heads/main', other)
      },
    ],
  ])('%s', async (_, words, spoil) => {
    const stage = await open()
    await spoil(stage)
    const answer = await answerOf(stage, eip('photon', 'web'))
    expect(answer.conclusion).toBe('action_required')
    expect(answer.summary).toMatch(words)
  })
  test('since main names itself as the state branch: told, and judged once it is repaired', async () => {
    const stage = await open()
    await stage.commit({ 'netclaim.yaml': 'state: {branch: main}\n' })
    const answer = await answerOf(stage, eip('photon', 'web'))
    expect(answer).toMatchObject({ conclusion: 'action_required' })
    expect(answer.summary).toContain('cannot hold claims and state')
    await stage.commit({ 'netclaim.yaml': undefined })
    await checkPullRequest(stage.context, 1)
    expect(stage.answerTo(1).conclusion).toBe('success')
  })
  test('since main was rewritten lets the acknowledgement of that through, if it names a commit of main', async () => {
    const stage = await open()
    const start = stage.tip()
    const old = await stage.commit(eip('photon', 'web'))
    await allocateOnForge(stage.context)
    const fresh = await stage.write(start, eip('photon', 'web'), 'another')
    gitIn(stage.repo, 'update-ref', 'refs/heads/main', fresh)
    await allocateOnForge(stage.context)
    expect(stage.status(fresh)?.state).toBe('error')
    const reset = (allowed: string) => ({
      'acknowledgements/reset.yaml': `apiVersion: netclaim.dev/v1alpha1
kind: Acknowledgement
metadata: {name: reset}
spec: {brake: state/reset, subject: ${old}, allows: [${allowed}], reason: r}
`,
    })
    const wrong = await answerOf(stage, reset(old))
    expect(wrong.conclusion).toBe('action_required')
    expect(wrong.summary).toContain('is no earlier commit')
    expect(await answerOf(stage, reset(fresh))).toMatchObject({ conclusion: 'success' })
    await stage.merge(2)
    await allocateOnForge(stage.context)
    expect(stage.status(stage.tip())?.state).toBe('success')
    // Nothing is planned for the commit that it goes on from, and nothing is stopped there any more.
    expect(stage.status(fresh)?.state).toBe('success')
    expect(stage.forge.comments.get(`${fresh} netclaim/allocate`)).toContain('Resolved')
  })
})

describe('a pull request that names a state branch again, after main named', () => {
  test.each([
    ['itself', 'main'],
    ['no branch', 'netclaim/other'],
    ['a foreign one', 'foreign'],
  ])('%s, is judged on that', async (_, branch) => {
    const stage = await open()
    gitIn(stage.repo, 'update-ref', 'refs/heads/foreign', stage.tip())
    await stage.commit({ 'netclaim.yaml': `state: {branch: ${branch}}\n` })
    const repaired = { 'netclaim.yaml': `state: {branch: ${STATE}}\n`, ...eip('photon', 'web') }
    const answer = await answerOf(stage, repaired)
    expect(answer).toMatchObject({ conclusion: 'success', title: expect.stringContaining('web') })
    expect(answer.summary).toContain(`state ${stage.tip(STATE).slice(0, 12)}`)
    const worse = await answerOf(stage, { 'netclaim.yaml': 'state: {branch: gone}\n' })
    expect(worse.conclusion).toBe('action_required')
    await stage.merge(1)
    await allocateOnForge(stage.context)
    expect(stage.status(stage.tip())?.state).toBe('success')
  })
})

describe('another state branch', () => {
  const named = (branch: string) => ({
    'netclaim.yaml': `proof: ovn\nstate:\n  branch: ${branch}\n`,
  })
  test.each([
    ['main', 'is the branch of the claims'],
    ['netclaim/other', 'is no branch'],
    ['foreign', 'holds no state'],
  ])('%s is refused on its line', async (branch, why) => {
    const stage = await open()
    gitIn(stage.repo, 'update-ref', 'refs/heads/foreign', stage.tip())
    const answer = await answerOf(stage, named(branch))
    expect(answer.conclusion).toBe('failure')
    expect(answer.title).toContain(`state.branch "${branch}" ${why}`)
    expect(answer.annotations).toMatchObject([{ path: 'netclaim.yaml', line: 3, column: 11 }])
  })
  test('is fine once it holds the state, and is gone on with', async () => {
    const stage = await open()
    gitIn(stage.repo, 'update-ref', 'refs/heads/netclaim/other', stage.tip(STATE))
    const answer = await answerOf(stage, named('netclaim/other'))
    expect(answer).toMatchObject({ conclusion: 'success', annotations: [] })
    await stage.merge(1)
    await allocateOnForge(stage.context)
    expect(stage.status(stage.tip())?.state).toBe('success')
    expect(stage.tip('netclaim/other')).not.toBe(stage.tip(STATE))
  })
})

test('the summary names the commits, how far the state lags, and how old the facts are', async () => {
  const stage = await open()
  const facts = await stage.observe(
    'one',
    'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\n',
  )
  const { seconds } = await stage.repository.commit(facts)
  stage.now = seconds * 1_000 + 12 * 60_000
  await stage.commit({ 'README.md': 'x' })
  const answer = await answerOf(stage, eip('photon', 'web'))
  expect(answer.summary).toContain(`head ${answer.sha.slice(0, 12)}`)
  expect(answer.summary).toContain(`state ${stage.tip(STATE).slice(0, 12)} (1 commit behind main)`)
  expect(answer.summary).toContain(`facts of one ${facts.slice(0, 12)}, 12 minutes old`)
  expect(answer.summary).toContain('netclaim 0.1.0')
})

test('a claim that is refused shows the acknowledgement that would let it go', async () => {
  const stage = await open({ ...environment('photon'), 'environments/photon/many.yaml': eips(12) })
  const answer = await answerOf(stage, { 'environments/photon/many.yaml': undefined })
  expect(answer.conclusion).toBe('failure')
  expect(answer.summary).toContain('kind: Acknowledgement')
})

test('nothing that a claim says becomes markup, a line of its own or a control character', async () => {
  const nasty = JSON.stringify(hostile)
  const stage = await open()
  const answer = await answerOf(stage, {
    'environments/photon/nasty.yaml': `apiVersion: network.kmetal.io/v1alpha1\nkind: EipClaim\nmetadata: {name: ${nasty}}\nspec: {type: ${nasty}, v4Ip: ${nasty}, ${nasty}: 1}\n`,
    'environments/photon/<img src=x onerror=alert(1)> @everyone.yaml': 'a: [',
    [`environments/photon/a\n::error file=x::pwned.yaml`]: 'kind: EipClaim\n',
  })
  expect(answer.conclusion).toBe('failure')
  const { title, summary, annotations } = answer
  expect(annotations.length).toBeGreaterThan(2)
  const lines = [title, ...annotations.map((one) => one.title)]
  for (const line of lines) expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  for (const { message } of annotations) {
    expect(message.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    expect(message).not.toMatch(/^(?:new line|::)/m)
  }
  const outsideCode = summary
    .replaceAll(/^ *(`{3,})\w*\n.*?^ *\1$/gms, '')
    .replaceAll(/(`+).+?\1/g, '')
  expect(outsideCode).not.toMatch(/<(?!\/?(?:details|summary|sub)>)/)
  expect(outsideCode).not.toMatch(/@(?!&#8203;)|^::/m)
})
