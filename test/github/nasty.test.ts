import { expect, test } from 'vitest'
import { gitRepository } from '../../lib/adapters/git.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Annotation } from '../../lib/ports/forge.ts'
import { gitIn } from '../git/sandbox.ts'
import { appOf, forgeWith } from './sandbox.ts'

const ZEROS = '0'.repeat(40)
const BRANCH = 'netclaim/state'
const ROUNDS = process.env['LONG'] === '1' ? 40 : 8
const MAX_CALLS_A_ROUND = 120

/** As a queue does it: again, when the error says that it may help. */
async function delivered<T>(work: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OutsideError) || !error.retryable || nth === 20) throw error
    }
  }
}

test('a forge at its nastiest loses nothing and doubles nothing', async () => {
  const { forge, dir } = await forgeWith('nasty', { 'environments/a/x.yaml': 'kind: A\n' })
  const main = gitIn(dir, 'rev-parse', 'main')
  const { repository, forge: said, calls } = appOf(forge)
  Object.assign(forge.nasty, {
    failBefore: 0.15,
    failAfter: 0.15,
    reset: 0.1,
    graphqlError: 0.1,
    secondaryLimit: 0.1,
    retryAfterSeconds: 1,
    refLag: 1,
    commitLag: 1,
    slow: 0.1,
    slowMs: 5,
  })
  const annotations: Annotation[] = Array.from({ length: 130 }, (_, nth) => ({
    path: 'environments/a/x.yaml',
    line: nth + 1,
    level: 'warning',
    title: `t${nth}`,
    message: `m${nth}`,
  }))
  let tip = ZEROS
  for (let round = 0; round < ROUNDS; round++) {
    Object.assign(forge.nasty, { seed: round })
    const text = `round: ${round}\n`
    const commit = await delivered(() =>
      repository.write({
        ...(tip === ZEROS ? {} : { parent: tip }),
        changes: new Map([
          ['state.yaml', text],
          [`a/${round}.yaml`, text],
        ]),
        message: text,
        seconds: round,
      }),
    )
    expect(await delivered(() => repository.move(BRANCH, commit, tip))).toBe(true)
    expect(await delivered(() => repository.move(BRANCH, main, tip))).toBe(false)
    tip = commit
    const state = await delivered(() => repository.readState(tip))
    expect(state.get('state.yaml')).toBe(text)
    expect(state.size).toBe(round + 2)
    expect(await delivered(() => repository.isAncestor(tip, tip))).toBe(true)

    const status = {
      context: 'netclaim/allocate',
      state: 'success',
      description: text.trim(),
    } as const
    await delivered(() => said.setStatus(tip, status))
    await delivered(() => said.begin(tip, `k${round}`))
    const conclusion = 'failure'
    await delivered(() =>
      said.answer({
        sha: tip,
        key: `k${round}`,
        conclusion,
        title: 't',
        summary: 's',
        annotations,
      }),
    )
    await delivered(() => said.commentOnCommit(tip, 'rejected', text))
  }
  expect(gitIn(dir, 'rev-parse', BRANCH)).toBe(tip)
  expect(gitIn(dir, 'rev-list', '--count', BRANCH)).toBe(String(ROUNDS))
  expect(await (await gitRepository({ repo: dir })).readState(tip)).toEqual(
    await delivered(() => repository.readState(tip)),
  )

  Object.assign(forge.nasty, {
    failBefore: 0,
    failAfter: 0,
    reset: 0,
    graphqlError: 0,
    secondaryLimit: 0,
    commitLag: 0,
  })
  const { octokit } = appOf(forge)
  const at = { owner: 'octo', repo: 'claims' }
  for (const sha of gitIn(dir, 'rev-list', BRANCH).split('\n')) {
    const { data: checks } = await octokit.rest.checks.listForRef({ ...at, ref: sha })
    expect(
      checks.check_runs.map(({ conclusion, output }) => [conclusion, output.annotations_count]),
    ).toEqual([['failure', 130]])
    expect(
      (await octokit.rest.repos.listCommentsForCommit({ ...at, commit_sha: sha })).data,
    ).toHaveLength(1)
    expect(
      (await octokit.rest.repos.getCombinedStatusForRef({ ...at, ref: sha })).data.statuses,
    ).toHaveLength(1)
  }
  console.log(`calls a round at the nastiest: ${Math.round(calls.length / ROUNDS)}`)
  expect(calls.length / ROUNDS).toBeLessThan(MAX_CALLS_A_ROUND)
  expect(forge.failures).toEqual([])
})
