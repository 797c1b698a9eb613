import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { run } from '../../functions/cli/run.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()
const page = readFileSync(resolve(import.meta.dirname, '../../workflows/README.md'), 'utf8')

interface Step {
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

const recipes = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => parse(text) as readonly Step[],
)
const stepOf = (recipe: readonly Step[] | undefined, word: string) =>
  recipe?.find((step) => step.run?.includes(word))

async function netclaim(cwd: string, args: readonly string[]) {
  let said = ''
  const say = (text: string) => void (said += text)
  const looks = { colour: false, interactive: false, width: 80 }
  return { code: await run(args, { out: say, err: say, cwd, ...looks }), said }
}

/** The clone of the job, with a pull request that takes an address of the reserved ones. */
async function pullRequest(): Promise<{ readonly clone: string; readonly sha: string }> {
  const origin = join(scratch, 'origin')
  await netclaim(scratch, ['init', 'origin'])
  const clone = newRepository(join(scratch, 'clone'))
  gitIn(clone, 'remote', 'add', 'origin', origin)
  gitIn(clone, 'fetch', '--quiet', 'origin', '+refs/heads/*:refs/remotes/origin/*')
  gitIn(clone, 'checkout', '--quiet', '--detach', 'refs/remotes/origin/main')
  const eip = gitIn(origin, 'show', 'main:environments/example/eip.yaml')
  const bad = `${eip.replace(/name: web/, 'name: bad')}\n`.replace(
    /spec:[\s\S]*/,
    'spec:\n  v4Ip: "198.51.100.1"\n',
  )
  commitFiles(clone, { 'environments/example/bad.yaml': bad })
  return { clone, sha: gitIn(clone, 'rev-parse', 'HEAD') }
}

test('the check of the recipe judges the pull request, whatever folders that brings', async () => {
  const { clone, sha } = await pullRequest()
  const step = stepOf(recipes[0], ' check ')
  const env = new Map(
    Object.entries(step?.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ github\.base_ref .*?\}\}/, 'main').replace('${{ github.sha }}', sha),
    ]),
  )
  const words = (step?.run ?? '').split(' ').slice(1)
  const args = words.map((word) =>
    word.replace(/^"\$(\w+)"$/, (_, name: string) => env.get(name) ?? ''),
  )
  expect(args).toEqual(expect.arrayContaining(['check', '--base', '--head', '--state', sha]))
  const before = await netclaim(clone, args)
  expect([before.code, before.said]).toEqual([1, expect.stringContaining('EipClaim example/bad')])

  const origin = join(scratch, 'origin')
  const tame = ['HEAD', 'FETCH_HEAD', 'main', ...args.filter((word) => !word.startsWith('--'))]
  for (const name of tame) cpSync(origin, join(clone, name), { recursive: true })
  expect(await netclaim(clone, args)).toEqual(before)
})

test('no job runs a tool out of the checkout', () => {
  const tool = '"$RUNNER_TEMP/netclaim/node_modules/.bin/netclaim" '
  expect(recipes).toHaveLength(2)
  for (const recipe of recipes) {
    const steps = recipe.flatMap((step) => step.run ?? [])
    expect(
      steps.map(
        (step) => step.startsWith(tool) || step.startsWith('npm install --prefix "$RUNNER_TEMP/'),
      ),
    ).toEqual([true, true])
    // What is installed before the checkout cannot read an .npmrc out of it.
    expect(recipe[0]?.env?.['NETCLAIM_PACKAGE']).toMatch(/^https:.*-\d+\.\d+\.\d+\.tgz$/)
  }
})
