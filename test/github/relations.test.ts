import { beforeEach, expect, test } from 'vitest'
import { boundedCache } from '../../lib/adapters/github/bounded-cache.ts'
import { githubRepository } from '../../lib/adapters/github/repository.ts'
import { gitIn } from '../git/sandbox.ts'
import { Chance } from '../storm/chance.ts'
import { appOf, forgeWith } from './sandbox.ts'

const { forge, dir } = await forgeWith('relations')
const { octokit, calls } = appOf(forge)
const first = gitIn(dir, 'rev-parse', 'main')
const tree = gitIn(dir, 'rev-parse', 'main^{tree}')
let made = 0

beforeEach(() => {
  calls.length = 0
})

function commitOn(...parents: readonly string[]): string {
  const by = parents.flatMap((parent) => ['-p', parent])
  const id = gitIn(dir, 'commit-tree', ...by, '-m', `${made++}`, tree)
  gitIn(dir, 'update-ref', `refs/heads/c${made}`, id)
  return id
}

/** As for one job: what was read before is known. */
function repository() {
  return githubRepository({ octokit, owner: 'octo', repo: 'claims', cache })
}
let cache = boundedCache(1_000_000)

function compared(): number {
  return calls.filter(({ path }) => path.includes('/compare/')).length
}

test('a pull request is compared with main once, however often that moves', async () => {
  cache = boundedCache(1_000_000)
  const heads = Array.from({ length: 10 }, () => commitOn(commitOn(first)))
  let main = commitOn(first)
  await forge.scan()
  for (const head of heads) await repository().mergeBase(main, head)
  expect(compared()).toBe(heads.length)
  for (let nth = 0; nth < 5; nth += 1) {
    const former = main
    main = nth % 2 === 0 ? commitOn(main) : commitOn(main, commitOn(first))
    await forge.scan()
    const job = repository()
    for (const head of heads) {
      expect(await job.mergeBase(former, head)).toBe(first)
      expect(await job.mergeBase(main, head)).toBe(first)
    }
    expect(await job.isAncestor(former, main)).toBe(true)
  }
  // And each main with the one before it.
  expect(compared()).toBe(heads.length + 5)
})

test('whatever is merged, two commits meet where Git says', async () => {
  cache = boundedCache(1_000_000)
  const chance = new Chance(11)
  let main = first
  const open = [1, 2, 3, 4, 5].map(() => commitOn(main))
  let carried = 0
  for (let step = 0; step < 25; step += 1) {
    const former = main
    const luck = chance.next()
    const one = chance.take(open) ?? commitOn(main)
    if (luck < 0.25) main = commitOn(main, one)
    else open.push(one)
    if (luck > 0.7) main = commitOn(main)
    else if (luck > 0.55) open.push(commitOn(one))
    else if (luck > 0.4) open.push(commitOn(main))
    await forge.scan()
    const job = repository()
    for (const head of open) {
      const before = compared()
      await job.mergeBase(former, head)
      const asked = compared()
      expect(await job.mergeBase(main, head)).toBe(gitIn(dir, 'merge-base', main, head))
      if (main !== former && asked === before && compared() === asked) carried += 1
    }
  }
  expect(carried).toBeGreaterThan(10)
})
