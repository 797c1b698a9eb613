import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { sweep } from '../../functions/sweep.ts'
import type { CommitStatus } from '../../lib/ports/forge.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { acknowledgement, eips } from '../plan/files.ts'
import { eip, environment } from './claims.ts'
import { MemoryForge } from './memory-forge.ts'
import { type Files, STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
let count = 0
const open = (files: Files = environment('photon')) =>
  Stage.open(join(scratch, `${(count += 1)}.git`), files)

const comments = (stage: Stage, commit: string) => [
  stage.forge.comments.get(`${commit} netclaim/allocate`),
  ...[...stage.forge.comments]
    .filter(([key]) => key.startsWith('#') && key.endsWith(commit))
    .map(([, text]) => text),
]

describe('what is said of a commit of main', () => {
  test('a brake that holds is told with the file to add, and resolved by it', async () => {
    const names = Array.from(
      { length: 12 },
      (_, n) => `EipClaim photon/eip-${String(n).padStart(2, '0')}`,
    )
    const stage = await open({
      ...environment('photon'),
      'environments/photon/many.yaml': eips(12),
    })
    const number = await stage.propose({ 'environments/photon/many.yaml': undefined })
    const merged = await stage.merge(number)
    await allocateOnForge(stage.context)
    expect(stage.status(merged)?.state).toBe('failure')
    const [onCommit = '', onPull = ''] = comments(stage, merged)
    expect(onCommit).toContain('kind: Acknowledgement')
    expect(onPull).toBe(onCommit)

    await stage.commit({
      'acknowledgements/a.yaml': acknowledgement('releases', '*', names),
      'acknowledgements/b.yaml': acknowledgement('environment', 'photon', names).replace(
        'name: environment',
        'name: b',
      ),
      'acknowledgements/c.yaml': acknowledgement('pool', 'ext-a', names).replace(
        'name: pool',
        'name: c',
      ),
    })
    await allocateOnForge(stage.context)
    expect(comments(stage, merged).map((text) => text?.includes('Resolved'))).toEqual([true, true])
  })
  test('two claims of one commit, of which one is repaired', async () => {
    const stage = await open({
      ...environment('photon'),
      ...eip('photon', 'web', '198.51.100.30'),
      ...eip('photon', 'mail', '198.51.100.31'),
    })
    const commit = await stage.commit({
      ...eip('photon', 'a', '198.51.100.30'),
      ...eip('photon', 'b', '198.51.100.31'),
    })
    await allocateOnForge(stage.context)
    expect(stage.status(commit)?.description).toMatch(/^2 rejected: /)
    await stage.commit(eip('photon', 'a', '198.51.100.32'))
    await allocateOnForge(stage.context)
    const [text = ''] = comments(stage, commit)
    expect(text).toContain('1 more error of this commit resolved since')
    expect(text).toContain('EipClaim photon/b')
    expect(text).not.toContain('EipClaim photon/a`')
  })
  test('a file that cannot be read is resolved by the sweep once it was changed', async () => {
    const stage = await open()
    const commit = await stage.commit({ 'environments/photon/bad.yaml': 'a: [' })
    await allocateOnForge(stage.context)
    expect(stage.status(commit)?.state).toBe('failure')
    await sweep(stage.context)
    expect(comments(stage, commit)[0]).not.toContain('Resolved')
    await stage.commit({ 'environments/photon/bad.yaml': undefined })
    await allocateOnForge(stage.context)
    await sweep(stage.context)
    expect(comments(stage, commit)[0]).toContain('Resolved')
  })
  test('many state commits later it is resolved all the same, and the commit is green then', async () => {
    const stage = await open({ ...environment('photon'), ...eip('photon', 'web', '198.51.100.30') })
    const refused = await stage.commit(eip('photon', 'again', '198.51.100.30'))
    const unreadable = await stage.commit({ 'environments/photon/bad.yaml': 'a: [' })
    for (let n = 0; n < 25; n += 1) await stage.commit({ 'platform/notes.md': `${n}\n` })
    await allocateOnForge(stage.context)
    await stage.work()
    const states = () => [refused, unreadable].map((commit) => stage.status(commit)?.state)
    expect(states()).toEqual(['failure', 'failure'])
    await stage.commit({ 'environments/photon/bad.yaml': undefined })
    await allocateOnForge(stage.context)
    await sweep(stage.context)
    expect(states()).toEqual(['failure', 'success'])
    await stage.commit(eip('photon', 'again', '198.51.100.31'))
    await allocateOnForge(stage.context)
    expect(states()).toEqual(['success', 'success'])
    expect(stage.status(refused)?.description).toBe('1 rejected: 1 error repaired since')
    for (const commit of [refused, unreadable])
      expect(comments(stage, commit)[0]).toContain('Resolved')
    const { written } = stage.forge
    await sweep(stage.context)
    expect(stage.forge.written).toBe(written)
  })
  test('another version than the pinned one allocates nothing, and the commit that repairs it stands for all', async () => {
    const stage = await open()
    const pinned = await stage.commit({
      'netclaim.yaml': 'engine: 9.9.9\n',
      ...eip('photon', 'web'),
    })
    const before = stage.tip(STATE)
    await allocateOnForge(stage.context)
    expect(stage.tip(STATE)).toBe(before)
    expect(stage.status(pinned)?.description).toMatch(/^not allocated: .*9\.9\.9/)
    expect(comments(stage, pinned)[0]).toContain('allocated nothing')
    const repaired = await stage.commit({ 'netclaim.yaml': undefined })
    await allocateOnForge(stage.context)
    expect(stage.status(repaired)?.state).toBe('success')
    expect(stage.status(pinned)).toMatchObject({ state: 'success' })
    expect(comments(stage, pinned)[0]).toContain('Resolved')
  })
})

describe('allocation stops', () => {
  test.each<[string, RegExp, (stage: Stage) => void]>([
    [
      'without a state branch',
      /netclaim init/,
      (stage) => void gitIn(stage.repo, 'update-ref', '-d', `refs/heads/${STATE}`),
    ],
    [
      'on a foreign one',
      /did not write it/,
      (stage) => void gitIn(stage.repo, 'update-ref', `refs/heads/${STATE}`, stage.tip()),
    ],
  ])('%s, says so once, and resolves it', async (_, words, spoil) => {
    const stage = await open()
    const tip = stage.tip(STATE)
    spoil(stage)
    const commit = await stage.commit(eip('photon', 'web'))
    await allocateOnForge(stage.context)
    expect(stage.status(commit)).toMatchObject({ state: 'error' })
    expect(comments(stage, commit)[0]).toMatch(words)
    const { written } = stage.forge
    await allocateOnForge(stage.context)
    await sweep(stage.context)
    expect(stage.forge.written).toBe(written)
    expect(stage.jobs).toContainEqual({ kind: 'allocate', repository: 'example/claims' })

    gitIn(stage.repo, 'update-ref', `refs/heads/${STATE}`, tip)
    await allocateOnForge(stage.context)
    expect(stage.status(commit)).toMatchObject({ state: 'success', description: '1 allocated' })
    expect(comments(stage, commit)[0]).toContain('Resolved')
  })
  test('on a main that was rewritten, and says how to go on', async () => {
    const stage = await open()
    const other = await stage.write(undefined, environment('photon'))
    gitIn(stage.repo, 'update-ref', 'refs/heads/main', other)
    await allocateOnForge(stage.context)
    expect(stage.status(other)?.state).toBe('error')
    expect(comments(stage, other)[0]).toMatch(/main was rewritten.*state\/reset/s)
  })
})

describe('a run that died before it said anything', () => {
  test('is made good by the next one, commit by commit', async () => {
    const stage = await open()
    const one = await stage.commit(eip('photon', 'web', '198.51.100.30'))
    const two = await stage.commit(eip('photon', 'again', '198.51.100.30'))
    const said = stage.fork()
    await allocateOnForge(said.context)
    await allocateOnForge(stage.context)
    stage.forge.stated.clear()
    stage.forge.comments.clear()
    await allocateOnForge(stage.context)
    expect(stage.forge.shown).toEqual(said.forge.shown)
    expect([one, two].map((commit) => stage.status(commit)?.state)).toEqual(['success', 'failure'])
  })
  /** Commits that were planned and have no word, and one that is not planned yet. */
  async function unsaid(size: number) {
    const stage = await open()
    const commits: string[] = []
    for (let n = 0; n < size; n++) commits.push(await stage.commit(eip('photon', `web-${n}`)))
    await allocateOnForge(stage.context)
    await stage.work()
    stage.forge.stated.clear()
    commits.push(await stage.commit(eip('photon', 'last')))
    const silent = () => commits.filter((commit) => stage.status(commit) === undefined)
    return { stage, commits, silent }
  }
  test('after many commits is made good some at a time, the oldest first', async () => {
    const { stage, commits, silent } = await unsaid(23)
    await allocateOnForge(stage.context)
    expect(silent()).toEqual(commits.slice(20))
    expect(stage.jobs).toEqual([{ kind: 'allocate', repository: 'example/claims' }])
    await stage.work()
    expect(silent()).toEqual([])
  })
  test('after many commits is made good by sweeps, too', async () => {
    const { stage, silent } = await unsaid(23)
    await sweep(stage.context)
    await stage.work()
    expect(silent()).toEqual([])
  })
  test('is made good once where two runs meet', async () => {
    const { stage, commits, silent } = await unsaid(6)
    const said: string[] = []
    const forge = Object.assign(stage.forge, {
      async setStatus(commit: string, status: CommitStatus) {
        said.push(commit)
        await MemoryForge.prototype.setStatus.call(forge, commit, status)
        if (said.length === 1) await allocateOnForge(stage.context)
      },
    })
    await allocateOnForge(stage.context)
    expect(silent()).toEqual([])
    expect(said).toEqual(commits)
  })
  test('hinders nobody where no status can be set', async () => {
    const { stage, commits } = await unsaid(23)
    const said: string[] = []
    Object.assign(stage.forge, { setStatus: async (commit: string) => void said.push(commit) })
    await allocateOnForge(stage.context)
    expect(said).toEqual([...commits.slice(0, 20), commits.at(-1)])
    expect(stage.jobs).toEqual([])
  })
  test('with facts in use says the same as with its plan at hand', async () => {
    const stage = await open()
    await stage.observe(
      'one',
      'apiVersion: netclaim.dev/v1alpha1\nkind: Facts\nuid: a\nholders: [{address: 198.51.100.40, holder: Service other/x}]\n',
    )
    await allocateOnForge(stage.context)
    await stage.commit(eip('photon', 'taken', '198.51.100.40'))
    const said = stage.fork()
    await allocateOnForge(said.context)
    await allocateOnForge(stage.context)
    stage.forge.stated.clear()
    stage.forge.comments.clear()
    await allocateOnForge(stage.context)
    expect(stage.status(stage.tip())?.description).toContain('Service other/x')
    expect(stage.forge.shown).toEqual(said.forge.shown)
  })
})

test('a commit that is waited for and does not show is left to the sweep', async () => {
  const stage = await open()
  await allocateOnForge(stage.context, { atLeast: 'ab'.repeat(20) })
  expect(stage.pauses).toEqual([1_000, 2_000, 4_000, 8_000])
  const commit = await stage.commit(eip('photon', 'web'))
  await sweep(stage.context)
  await stage.work()
  expect(stage.status(commit)?.state).toBe('success')
})

test('a sweep asks for merge groups that wait or hang, and not for those answered', async () => {
  const stage = await open()
  const groups = await Promise.all(
    ['a', 'b', 'c'].map((name) => stage.write(stage.tip(), eip('photon', name))),
  )
  const [waiting = '', hung = '', done = ''] = groups
  stage.forge.groups = groups
  await stage.forge.begin(hung, 'v1')
  stage.now += 11 * 60_000
  await stage.forge.answer({
    sha: done,
    key: 'v1',
    conclusion: 'success',
    title: '',
    summary: '',
    annotations: [],
  })
  await sweep(stage.context)
  expect(stage.jobs.map((job) => (job.kind === 'merge-group' ? job.head : job.kind))).toEqual([
    waiting,
    hung,
  ])
  await stage.work()
  expect(stage.forge.answers.get(waiting)?.conclusion).toBe('success')
})
