import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { checkPullRequest } from '../../functions/check-pull-request.ts'
import { sweep } from '../../functions/sweep.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { claim, documents } from '../plan/files.ts'
import { eip, environment } from './claims.ts'
import { type Files, STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
const isLong = Boolean(process.env['LONG'])
let count = 0

/** An environment that draws from no segment. */
function inside(namespace: string, octet: number): Files {
  return {
    [`environments/${namespace}/vpc.yaml`]: documents(
      claim('VpcClaim', 'main', '{externalAccess: false}'),
      claim('SubnetClaim', 'production', `{cidrBlock: 10.${octet}.0.0/24}`),
    ),
  }
}

/** An environment that leaves by the other segment. */
function other(namespace: string, octet: number): Files {
  return {
    [`environments/${namespace}/vpc.yaml`]: documents(
      claim('VpcClaim', 'main', '{externalAccess: true, providerNetworkRef: {name: provider2}}'),
      claim('SubnetClaim', 'production', `{cidrBlock: 10.${octet}.0.0/24}`),
    ),
  }
}

async function opened(): Promise<Stage> {
  count += 1
  const stage = await Stage.open(join(scratch, `${count}.git`), {
    ...environment('photon'),
    ...environment('solar', 101),
    ...inside('nova', 102),
    ...inside('lunar', 103),
    ...other('terra', 105),
  })
  return stage
}

/** Numbers of the pull requests that are to be checked again. */
function queued(stage: Stage): readonly number[] {
  const numbers = stage.jobs.flatMap((job) => (job.kind === 'pull-request' ? [job.number] : []))
  stage.jobs = []
  return numbers
}

async function answered(stage: Stage, ...all: readonly Files[]): Promise<readonly number[]> {
  const numbers: number[] = []
  for (const files of all) numbers.push(await stage.propose(files))
  stage.jobs = numbers.map((number) => ({
    kind: 'pull-request',
    repository: stage.context.name,
    number,
  }))
  await stage.work()
  return numbers
}

const subnet = (namespace: string, octet: number): Files => ({
  [`environments/${namespace}/lab.yaml`]: claim(
    'SubnetClaim',
    'lab',
    `{cidrBlock: 10.${octet}.9.0/24}`,
  ),
})

test('an address given in one pool is no matter of those who draw from none or from another', async () => {
  const stage = await opened()
  const [mover = 0, samePool = 0, ...others] = await answered(
    stage,
    eip('photon', 'web'),
    eip('solar', 'mail'),
    eip('terra', 'far'),
    subnet('nova', 102),
    { 'README.md': 'no claims at all' },
  )
  await stage.merge(mover)
  await allocateOnForge(stage.context)
  expect(queued(stage)).toEqual([samePool])
  expect(others).toHaveLength(3)
})

test('a change in an environment is a matter of its own pull requests and of its relatives', async () => {
  const stage = await opened()
  const [mover = 0, own = 0, related = 0, unrelated = 0] = await answered(
    stage,
    subnet('nova', 102),
    { 'environments/nova/dev.yaml': claim('SubnetClaim', 'dev', '{cidrBlock: 10.102.10.0/24}') },
    { 'environments/nova-lab/lab.yaml': claim('SubnetClaim', 'x', '{cidrBlock: 10.9.0.0/24}') },
    subnet('lunar', 103),
  )
  await stage.merge(mover)
  await allocateOnForge(stage.context)
  expect(queued(stage)).toEqual([own, related])
  expect(unrelated).toBe(4)
})

test('the platform and the settings are a matter of all but those without claims', async () => {
  const stage = await opened()
  const numbers = await answered(stage, subnet('nova', 102), subnet('lunar', 103), { 'a.txt': '' })
  await stage.commit({ 'netclaim.yaml': 'brakes: {releases: 11}\n' })
  await allocateOnForge(stage.context)
  expect(queued(stage)).toEqual(numbers.slice(0, 2))
})

test('an environment that is new is no matter of others, unless their names are related', async () => {
  const stage = await opened()
  const [one = 0, related = 0] = await answered(stage, subnet('lunar', 103), subnet('nova', 102))
  await stage.commit(inside('nova-two', 104))
  await allocateOnForge(stage.context)
  expect(queued(stage)).toEqual([related])
  expect(one).toBe(1)
})

test('what a conflict with main has become is asked again', async () => {
  const stage = await opened()
  const [number = 0] = await answered(stage, subnet('lunar', 103))
  await stage.commit(subnet('lunar', 104))
  await allocateOnForge(stage.context)
  expect(queued(stage)).toEqual([number])
})

test('new facts, another version, and keys of other times are a matter of all', async () => {
  const stage = await opened()
  const numbers = await answered(stage, subnet('nova', 102), subnet('lunar', 103))
  await stage.observe('one', 'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\n')
  await sweep(stage.context)
  expect(queued(stage)).toEqual(numbers)

  const upgraded = { ...stage.context, engine: '0.2.0' }
  await sweep(upgraded)
  expect(queued(stage)).toEqual(numbers)

  for (const number of numbers) {
    const { head } = stage.pull(number)
    stage.forge.begun.set(head, { key: 'v0:of old', conclusion: 'success', since: stage.now })
  }
  await sweep(stage.context)
  expect(queued(stage)).toEqual(numbers)
})

test('a key whose commits are gone counts as moved', async () => {
  const stage = await opened()
  const [number = 0] = await answered(stage, subnet('nova', 102))
  const { head } = stage.pull(number)
  const key = `v1:${head}:${'ab'.repeat(20)}:${'cd'.repeat(20)}:none:0.1.0`
  stage.forge.begun.set(head, { key, conclusion: 'success', since: stage.now })
  await sweep(stage.context)
  expect(queued(stage)).toEqual([number])
})

test('a key that names commits which are none of main and the state counts as moved, and they are not read', async () => {
  const stage = await opened()
  const numbers = await answered(stage, subnet('nova', 102), eip('photon', 'web'))
  const [main, state] = [stage.tip(), stage.tip(STATE)]
  const { head } = stage.pull(numbers[0] ?? 0)
  const garbled = [...(await stage.state())]
    .filter(([path]) => path !== 'state.yaml')
    .map(([path, text]) => [path, text.replaceAll(/: .*/g, ': {a: [1]}')])
  const forged = await stage.write(state, Object.fromEntries(garbled) as Files)
  await stage.commit(eip('photon', 'mail'))
  await allocateOnForge(stage.context)
  for (const [of, on] of [
    [main, forged],
    [head, state],
  ]) {
    const key = `v1:${head}:${of}:${on}:none:0.1.0`
    stage.forge.begun.set(head, { key, conclusion: 'success', since: stage.now })
    stage.jobs = []
    await sweep(stage.context)
    expect(queued(stage)).toEqual(numbers)
  }
})

test('whoever is not asked again would answer the same', async () => {
  const stage = await opened()
  const proposals: Files[] = []
  const names = isLong ? ['photon', 'solar', 'nova', 'lunar', 'terra'] : ['photon', 'nova', 'terra']
  for (const [n, namespace] of names.entries()) {
    proposals.push(eip(namespace, 'any'), subnet(namespace, 110 + n))
    proposals.push(eip(namespace, 'pin', n < 2 ? '198.51.100.60' : `203.0.113.${60 + (n % 2)}`))
    proposals.push({ [`environments/${namespace}/vpc.yaml`]: undefined })
  }
  const numbers = await answered(stage, ...proposals)
  const moves: readonly Files[] = [
    eip('photon', 'pin', '198.51.100.60'),
    subnet('terra', 99),
    inside('nova-lab', 106),
    eip('terra', 'mine', '203.0.113.60'),
    { 'environments/solar/vpc.yaml': undefined },
    { 'environments/lunar/bad.yaml': 'a: [' },
    { 'environments/lunar/bad.yaml': undefined },
  ]
  let spared = 0
  for (const files of moves) {
    await stage.commit(files)
    await allocateOnForge(stage.context)
    const again = new Set(queued(stage))
    const fresh = stage.fork()
    for (const number of numbers) {
      const { head } = stage.pull(number)
      fresh.forge.begun.delete(head)
      await checkPullRequest(fresh.context, number)
      if (again.has(number)) {
        await checkPullRequest(stage.context, number)
        continue
      }
      spared += 1
      expect(said(fresh, number), `${number} after ${Object.keys(files)[0]}`).toEqual(
        said(stage, number),
      )
    }
  }
  expect(spared).toBeGreaterThan(numbers.length * 2)
})

/** An answer without the commits that it is of. */
function said(stage: Stage, number: number): unknown {
  const { key: _, summary, ...answer } = stage.answerTo(number)
  return { ...answer, summary: summary.replace(/<sub>.*<\/sub>/, '') }
}
