import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { checkPullRequest } from '../../functions/check-pull-request.ts'
import { makeState } from '../../functions/make-state.ts'
import { writeCommit } from '../../lib/adapters/git/write-commit.ts'
import { boundedCache } from '../../lib/adapters/github/bounded-cache.ts'
import { githubForge } from '../../lib/adapters/github/forge.ts'
import { githubRepository } from '../../lib/adapters/github/repository.ts'
import { environmentName, generate } from '../bench/generate.ts'
import { gitIn } from '../git/sandbox.ts'
import { appOf, forgeWith } from './sandbox.ts'

/** Claims of the repository: the count of calls must not depend on it. */
const CLAIMS = process.env['LONG'] === '1' ? 10_000 : 1_000
/** Calls of one check when nothing but the change is new: pull request, refs, compare, trees, blobs, check run. */
const MAX_CALLS = 12

test('a warm check of one claim makes few calls, however large the repository', async () => {
  const { forge, dir } = await forgeWith('warm')
  const files = new Map(
    [...generate(CLAIMS)].flatMap(([path, entry]) =>
      entry.kind === 'text' ? [[path, entry.text]] : [],
    ),
  )
  const main = await writeCommit(dir, {
    parent: gitIn(dir, 'rev-parse', 'main'),
    changes: files,
    message: 'claims',
    seconds: 1,
  })
  gitIn(dir, 'update-ref', 'refs/heads/main', main)
  await makeState(dir, { planner, engine: '0.1.0' })
  await forge.scan()

  const { octokit, calls, clock } = appOf(forge)
  const at = { owner: 'octo', repo: 'claims' }
  const cache = boundedCache(64 * 1024 * 1024)
  /** What a job is given: all of it new but the client and the cache. */
  async function check(number: number): Promise<string[]> {
    calls.length = 0
    await checkPullRequest(
      {
        name: 'octo/claims',
        repository: githubRepository({ octokit, ...at, cache }),
        forge: githubForge({ octokit, ...at, appId: forge.app.id, clock }),
        queue: { send: () => Promise.resolve() },
        clock,
        engine: '0.1.0',
        main: 'main',
      },
      number,
    )
    return calls.map(
      ({ method, path }) =>
        `${method} ${path.replace(/^\/api(?:\/v3)?/, '').replaceAll(/[0-9a-f]{40}/g, 'SHA')}`,
    )
  }
  async function claim(environment: number): Promise<number> {
    const name = environmentName(environment)
    const text = `apiVersion: network.kmetal.io/v1alpha1\nkind: EipClaim\nmetadata:\n  name: more\nspec:\n  type: nat\n`
    const changes = new Map([[`environments/${name}/more.yaml`, text]])
    const head = await writeCommit(dir, { parent: main, changes, message: 'more', seconds: 2 })
    gitIn(dir, 'update-ref', `refs/heads/${name}`, head)
    await forge.scan()
    const { data } = await octokit.rest.pulls.create({
      ...at,
      title: name,
      head: name,
      base: 'main',
    })
    return data.number
  }

  const cold = await check(await claim(4))
  const warm = await check(await claim(7))
  const again = await check(2)
  console.log(
    `calls of a check on ${CLAIMS} claims: cold ${cold.length}, warm ${warm.length}, again ${again.length}\n${warm.join('\n')}`,
  )
  expect(warm.length).toBeLessThanOrEqual(MAX_CALLS)
  expect(again.length).toBeLessThanOrEqual(4)
  const { data } = await octokit.rest.checks.listForRef({ ...at, ref: environmentName(7) })
  expect(data.check_runs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
    ['netclaim', 'success'],
  ])
})
