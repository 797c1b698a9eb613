import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readObserved } from '../../functions/allocate/observed.ts'
import { planner } from '../../functions/allocate/planner.ts'
import { factsOfCluster } from '../../functions/recover/facts-of-cluster.ts'
import { writeRecovery } from '../../functions/recover/write-recovery.ts'
import { type Recovery, recover } from '../../functions/recover.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import { readFacts } from '../../lib/pipeline/facts/read-facts.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from '../git/sandbox.ts'
import { platformFile } from '../plan/files.ts'
import { type ClaimsRepository, STATE } from '../sync/claims-repository.ts'
import { onNetwork, type Stage, stageOf, stages } from '../sync/stage.ts'

const scratch = scratchFolder()
const stage = stages()
const none = { ...eip('photon', 'web'), ...eip('photon', 'mail') }
const gone = (files: object) =>
  Object.fromEntries(Object.keys(files).map((path) => [path, undefined]))

type More = Partial<Parameters<typeof recover>[1]>

/** What the cluster reported to the repository last, as the command reads it. */
async function reported({ repository }: ClaimsRepository) {
  const tips = await repository.tips({ names: [], below: ['netclaim/observed/'] })
  return readFacts((await readObserved(repository, tips)).files).value
}

async function recoverIn(repo: ClaimsRepository, more: More = {}): Promise<Recovery> {
  const facts = await reported(repo)
  return recover(repo.folder, {
    planner,
    engine: '0.1.0',
    main: 'main',
    neverApplied: false,
    ...(facts.uid === undefined ? {} : { facts }),
    ...more,
  })
}

/** Applied and reported, until nothing changes. */
async function settle(on: Stage): Promise<void> {
  for (let round = 0; round < 3; round += 1) await on.report(await on.sync())
}

let original: Stage
let copies = 0

/** web had .21 and gave it back, then mail got it: history alone would give mail another address. */
beforeAll(async () => {
  original = await stage({ ...environment('photon'), ...eip('photon', 'web') })
  await settle(original)
  await original.repo.change(gone(eip('photon', 'web')))
  await settle(original)
  await original.repo.change(eip('photon', 'mail'))
  await settle(original)
}, 60_000)

test('a life before the loss ends with mail at the address that web had', () => {
  expect(holders(original.repo)).toEqual({ external: '198.51.100.20', mail: '198.51.100.21' })
})

/** A copy of that, with its cluster. */
async function lived(): Promise<Stage> {
  copies += 1
  const repo = await original.repo.copy(join(scratch, `${copies}`))
  return stageOf(repo, original.cluster.clone())
}

/** Addresses by claim, as the ledger of photon has them. */
function holders(repo: ClaimsRepository, revision = STATE): Record<string, string> {
  const held = entriesOf(repo, revision).filter(({ phase }) => phase === 'held')
  return Object.fromEntries(held.flatMap(({ name, address }) => (address ? [[name, address]] : [])))
}

function phaseOf(repo: ClaimsRepository, revision: string | undefined, claim: string) {
  return entriesOf(repo, revision ?? '').find(({ name }) => name === claim)?.phase
}

function entriesOf({ folder }: ClaimsRepository, revision: string) {
  const path = 'allocations/photon.yaml'
  const text = gitIn(folder, 'show', `${revision}:${path}`)
  const book = readState(new Map([[path, `${text}\n`]])).value.books.get('photon')
  return [...(book?.values() ?? [])]
}

/** Nothing in this clone knows the state any more. */
function forget({ folder }: ClaimsRepository): void {
  gitIn(folder, 'branch', '--quiet', '-D', STATE)
  gitIn(folder, 'reflog', 'expire', '--expire=now', '--all')
  gitIn(folder, 'gc', '--quiet', '--prune=now')
}

/** The branch is written as it was found, and allocate and the sync go on without touching what carries traffic. */
async function goesOn(on: Stage, found: Recovery): Promise<void> {
  expect(found.refusals).toEqual([])
  expect(await writeRecovery(on.repo.folder, found)).toBe(true)
  const before = on.cluster.calls.length
  await sound(on)
  await on.repo.allocate()
  await sound(on)
  const writes = on.cluster.calls
    .slice(before)
    .filter((call) => /^(?:apply|create|remove) /.test(call))
  expect(onNetwork(writes)).toEqual([])
}

/** A sync that a person has let go on is well. */
async function sound(on: Stage): Promise<void> {
  const { run } = await on.sync({ accept: on.repo.tip() })
  expect(run.findings.filter(({ severity }) => severity === 'error')).toEqual([])
}

describe('a state branch that was deleted', () => {
  test('is taken from the remote, from a reflog, or from a commit that nothing refers to', async () => {
    const on = await lived()
    const { folder } = on.repo
    const tip = on.repo.tip()
    gitIn(folder, 'update-ref', 'refs/remotes/origin/netclaim/state', tip)
    gitIn(folder, 'branch', '--quiet', '-D', STATE)
    expect(await recoverIn(on.repo)).toMatchObject({
      target: tip,
      replayed: 0,
      base: { where: 'refs/remotes/origin/netclaim/state' },
    })
    gitIn(folder, 'update-ref', '-d', 'refs/remotes/origin/netclaim/state')
    const found = await recoverIn(on.repo)
    expect(found).toMatchObject({ target: tip, base: { where: 'no branch' } })
    expect(found.present).toBeUndefined()
    await goesOn(on, found)
    expect(on.repo.tip()).toBe(tip)
    expect(await recoverIn(on.repo)).toMatchObject({ present: tip, target: tip })
  })
  test('and is in no clone is planned again, and every live object keeps its address', async () => {
    const on = await lived()
    forget(on.repo)
    const found = await recoverIn(on.repo)
    expect(found.base).toBeUndefined()
    expect(found.replayed).toBe(3)
    expect(found.compared.map(({ verdict }) => verdict)).toEqual(
      found.compared.map(() => 'restored'),
    )
    await goesOn(on, found)
    expect(holders(on.repo)).toEqual({ external: '198.51.100.20', mail: '198.51.100.21' })
    const { repo } = on
    await repo.change(eip('photon', 'new'))
    expect(holders(repo)['new']).not.toMatch(/\.2[01]$/)
  })
  test('K-063 drops nothing of a kind that the cluster told nothing of', async () => {
    const on = await lived()
    forget(on.repo)
    const facts = await reported(on.repo)
    const objects = facts.objects.filter((object) => !object.startsWith('OvnEip '))
    const phase = async (told: object) => {
      const { target } = await recoverIn(on.repo, { from: 'none', facts: { ...facts, ...told } })
      return phaseOf(on.repo, target, 'web')
    }
    expect(await phase({})).toBe('tombstone')
    expect(await phase({ complete: [], objects })).toBe('releasing')
  })
  test('gives nothing to a newcomer that a stranger has', async () => {
    const on = await lived()
    const stranger = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'stranger', namespace: 'elsewhere' },
      spec: { type: 'LoadBalancer' },
      status: { loadBalancer: { ingress: [{ ip: '198.51.100.22' }] } },
    }
    forget(on.repo)
    commitFiles(on.repo.folder, eip('photon', 'late'))
    const { value } = readFacts(new Map([['a.json', JSON.stringify(stranger)]]))
    const facts = await reported(on.repo)
    const found = await recoverIn(on.repo, {
      facts: { ...facts, holders: [...facts.holders, ...value.holders] },
    })
    expect(found.compared.find(({ claim }) => claim.endsWith('/late'))).toMatchObject({
      verdict: 'new',
    })
    expect(holders(on.repo, found.target)['late']).not.toBe('198.51.100.22')
  })
  test('and never was applied is planned again to the very same commit', async () => {
    const { repo } = await stage({ ...environment('photon'), ...none })
    await repo.change(gone(eip('photon', 'mail')))
    await repo.change(eip('photon', 'third'))
    const tip = repo.tip()
    forget(repo)
    expect((await recoverIn(repo)).refusals).toEqual([
      expect.stringContaining('no copy of the state is in this clone, and nothing tells'),
    ])
    expect(await recoverIn(repo, { neverApplied: true })).toMatchObject({
      target: tip,
      replayed: 3,
    })
  })
})

describe('a state branch that was moved back', () => {
  test('goes on from a newer copy', async () => {
    const on = await lived()
    const tip = on.repo.tip()
    gitIn(on.repo.folder, 'branch', '--quiet', 'keep', tip)
    gitIn(on.repo.folder, 'update-ref', 'refs/heads/netclaim/state', `${tip}~2`)
    await expect(on.repo.allocate()).rejects.toThrow(/went back.*netclaim recover/)
    const found = await recoverIn(on.repo)
    expect(found).toMatchObject({ target: tip, replayed: 0 })
    await goesOn(on, found)
  })
  test('and is nowhere newer goes on so that every live object keeps its address', async () => {
    const on = await lived()
    const { folder } = on.repo
    const [first = ''] = gitIn(folder, 'rev-list', '--reverse', STATE).split('\n')
    gitIn(folder, 'update-ref', `refs/heads/${STATE}`, first)
    gitIn(folder, 'reflog', 'expire', '--expire=now', '--all')
    gitIn(folder, 'gc', '--quiet', '--prune=now')
    const found = await recoverIn(on.repo)
    expect(found).toMatchObject({ base: { commit: first }, replayed: 2 })
    // The copy still has web at the address that mail has in the cluster.
    expect(found.refusals).toEqual([
      'EipClaim photon/mail has 198.51.100.21 in the cluster and would get 198.51.100.22',
    ])
    await goesOn(on, await recoverIn(on.repo, { from: 'none' }))
    expect(holders(on.repo)).toEqual({ external: '198.51.100.20', mail: '198.51.100.21' })
  })
})

describe('a state branch that was edited by hand', () => {
  /** A person's commit on the state branch. */
  function edit(
    { folder }: ClaimsRepository,
    path: string,
    change: (text: string) => string,
  ): void {
    gitIn(folder, 'checkout', '--quiet', STATE)
    commitFiles(folder, { [path]: change(gitIn(folder, 'show', `HEAD:${path}`) + '\n') }, 'Fix')
    gitIn(folder, 'checkout', '--quiet', 'main')
  }

  test.each([
    [
      'so that it does not fit',
      (text: string) => text.replaceAll('198.51.100.21', '198.51.100.99'),
    ],
    ['so that nothing can read it', () => 'entries: ['],
    ['and still fits', (text: string) => text.replace('phase: held', 'phase: held')],
  ])('%s goes on from the commit before', async (_, change) => {
    const on = await lived()
    const tip = on.repo.tip()
    edit(on.repo, 'allocations/photon.yaml', change)
    const found = await recoverIn(on.repo)
    expect(found.base?.passedOver.map(({ why }) => why)).toEqual(['somebody else wrote it'])
    expect(found).toMatchObject({ present: on.repo.tip(), target: tip, replayed: 0 })
    await goesOn(on, found)
    expect(on.repo.tip()).toBe(tip)
  })
  test('and says that Netclaim did it is passed over where it does not fit', async () => {
    const on = await lived()
    const tip = on.repo.tip()
    edit(on.repo, 'allocations/photon.yaml', (text) => text.replaceAll('.21', '.99'))
    const message = gitIn(on.repo.folder, 'log', '-1', '--format=%B', tip)
    gitIn(on.repo.folder, 'checkout', '--quiet', STATE)
    gitIn(on.repo.folder, 'commit', '--quiet', '--amend', '-m', message)
    gitIn(on.repo.folder, 'checkout', '--quiet', 'main')
    const found = await recoverIn(on.repo)
    expect(found.base?.passedOver).toEqual([
      {
        commit: on.repo.tip(),
        why: expect.stringContaining('not as Netclaim writes it') as string,
      },
    ])
    expect(found.target).toBe(tip)
  })
})

describe('a state branch', () => {
  test('of two histories goes on from that which the cluster applied, else from what a person says', async () => {
    const on = await lived()
    const { folder } = on.repo
    const tip = on.repo.tip()
    const tree = gitIn(folder, 'rev-parse', `${tip}^{tree}`)
    const message = gitIn(folder, 'log', '-1', '--format=%B', tip)
    const fork = gitIn(folder, 'commit-tree', '-p', `${tip}~1`, '-m', `${message}\n`, tree)
    gitIn(folder, 'update-ref', 'refs/remotes/origin/netclaim/state', fork)
    expect((await recoverIn(on.repo)).refusals).toEqual([
      expect.stringMatching(
        new RegExp(`several histories.*(?:${tip}.*${fork}|${fork}.*${tip}).*--from`),
      ),
    ])
    const facts = await reported(on.repo)
    expect(await recoverIn(on.repo, { facts: { ...facts, commit: fork } })).toMatchObject({
      target: fork,
    })
    expect(await recoverIn(on.repo, { from: fork })).toMatchObject({ target: fork })
  })
  test('of another cluster, or of commits that main does not have, is not taken', async () => {
    const on = await lived()
    const facts = { ...(await reported(on.repo)), uid: 'another' }
    expect((await recoverIn(on.repo, { facts })).refusals[0]).toMatch(
      /that of cluster .* of another/,
    )
    gitIn(on.repo.folder, 'commit', '--quiet', '--amend', '-m', 'Rewritten')
    expect((await recoverIn(on.repo)).refusals[0]).toMatch(/which main does not have any more/)
  })
  test('is not made where nothing tells what its cluster has', async () => {
    const on = await lived()
    const { facts: _, ...silent } = { facts: noFacts }
    gitIn(on.repo.folder, 'branch', '--quiet', '-D', 'netclaim/observed/one')
    expect((await recoverIn(on.repo, silent)).refusals[0]).toMatch(
      /may be older than what cluster .* has applied/,
    )
  })
})

test('a cluster that is asked tells what it has, and which state it applied', async () => {
  const on = await lived()
  const clock = { now: () => on.now, pause: async () => undefined }
  const { value } = await factsOfCluster(on.cluster, { clock, namespace: 'netclaim' })
  const applied = gitIn(on.repo.folder, 'log', '--format=%H', STATE).split('\n')
  expect(applied).toContain(value.commit)
  expect(value.holders.map(({ address }) => address)).toContain('198.51.100.21')
  forget(on.repo)
  await goesOn(on, await recoverIn(on.repo, { facts: value }))
  on.cluster.deaf.add('OvnEip')
  await expect(factsOfCluster(on.cluster, { clock, namespace: 'netclaim' })).rejects.toThrow(
    /OvnEip cannot be listed/,
  )
})

describe('a Transfer in the history', () => {
  const transfer = (from: string, to: string) => ({
    [`acknowledgements/${to}.yaml`]: `apiVersion: netclaim.dev/v1alpha1
kind: Transfer
metadata:
  name: ${from}-is-${to}
spec:
  from: EipClaim photon/${from}
  to: EipClaim photon/${to}
  reason: renamed
`,
  })

  test.each([
    ['an address that nobody asked for', undefined],
    ['an address that was pinned', '198.51.100.40'],
  ])('K-063 %s is the taker’s after a replay', async (_, pin) => {
    const on = await stage({ ...environment('photon'), ...eip('photon', 'web', pin) })
    await settle(on)
    await on.repo.change({
      ...gone(eip('photon', 'web')),
      ...eip('photon', 'shop', pin),
      ...transfer('web', 'shop'),
    })
    await settle(on)
    await settle(on)
    const before = holders(on.repo)
    forget(on.repo)
    await goesOn(on, await recoverIn(on.repo))
    expect(holders(on.repo)).toEqual(before)
  })
})

describe('a platform in shadow', () => {
  /** Its first commit is one that only an earlier version can plan, and a later one loses the line. */
  async function shadowed(name: string, last: string): Promise<string> {
    const repo = newRepository(join(scratch, name))
    commitFiles(repo, {
      ...environment('photon'),
      'platform/kmetal.yaml': platformFile(),
      'netclaim.yaml': 'engine: 0.0.9\nmode: shadow\n',
    })
    commitFiles(repo, { 'netclaim.yaml': `engine: 0.1.0\n${last}` })
    return repo
  }
  const again = (repo: string) =>
    recover(repo, { planner, engine: '0.1.0', main: 'main', neverApplied: true })

  test('is not led out of it by a replay that cannot read when it went in', async () => {
    const repo = await shadowed('lost-line', '')
    expect((await again(repo)).refusals).toEqual([
      'main put the platform into shadow, no line says "mode: active" since, and no commit that is planned says so: write "mode: shadow" into netclaim.yaml again, or "mode: active" where it is over',
    ])
  })
  test.each(['shadow', 'active'])('goes on where a line says %s', async (mode) => {
    const repo = await shadowed(`line-${mode}`, `mode: ${mode}\n`)
    const { refusals, target = '' } = await again(repo)
    expect(refusals).toEqual([])
    expect(gitIn(repo, 'show', `${target}:state.yaml`).includes('mode: shadow')).toBe(
      mode === 'shadow',
    )
  })
})

describe('a platform beside an operator', () => {
  const operator = 'target: operator\n'
  /** The settings that main had, commit by commit; undefined: no file. */
  function besides(name: string, settings: readonly (string | undefined)[]): string {
    const repo = newRepository(join(scratch, name))
    const base = { ...environment('photon'), 'platform/kmetal.yaml': platformFile() }
    for (const [n, text] of settings.entries())
      commitFiles(repo, { ...(n === 0 ? base : {}), 'netclaim.yaml': text })
    return repo
  }
  /** A cluster that has what the operator made. */
  const facts = {
    ...noFacts,
    uid: '11111111-2222-3333-4444-555555555555',
    objects: ['KMetal platform', 'Vpc photon', 'VpcClaim photon/main'],
  }
  const again = (repo: string, more: More = {}) =>
    recover(repo, {
      planner,
      engine: '0.1.0',
      main: 'main',
      neverApplied: false,
      facts,
      ...more,
    })
  const filesOf = (repo: string, target = '') =>
    gitIn(repo, 'ls-tree', '-r', '--name-only', target).split('\n')

  test.each([
    ['that lost the line later', [operator, '{}\n']],
    ['whose file is gone', [operator, undefined]],
    ['that said so only later', ['{}\n', operator]],
    ['that said another target later', [operator, 'target: manifests\n']],
  ])('%s is planned again only by a person’s word', async (name, settings) => {
    const repo = besides(name.replaceAll(' ', '-'), settings)
    const { refusals } = await again(repo)
    expect(refusals).toEqual([
      expect.stringContaining('main said target "operator" at one time and "manifests" at another'),
    ])
  })
  test.each([
    ['from the first day', [operator, `${operator}proof: api\n`], undefined],
    ['from a later commit on', ['{}\n', operator], 'operator'],
    ['again after the line was lost', [operator, '{}\n', operator], 'operator'],
  ] as const)('that said so %s goes on beside it', async (name, settings, target) => {
    const repo = besides(`on-${name.replaceAll(' ', '-')}`, settings)
    const found = await again(repo, target === undefined ? {} : { target })
    expect(found.refusals).toEqual([])
    expect(gitIn(repo, 'show', `${found.target}:state.yaml`)).toContain('target: operator')
    expect(gitIn(repo, 'show', `${found.target}:state.yaml`)).toContain(`cluster: "${facts.uid}"`)
    const files = filesOf(repo, found.target)
    expect(files).toContain('rendered/environments/photon/vpcclaim-main.yaml')
    expect(files.filter((path) => path.includes('provider-network'))).toEqual([])
  })
  test('where the line is lost is not planned again as if there were none', async () => {
    const repo = besides('word', [operator, '{}\n'])
    expect((await again(repo, { target: 'operator' })).refusals).toEqual([
      'the cluster has what target "operator" renders, and netclaim.yaml says target "manifests" by now: write "target: operator" into it again',
    ])
    expect((await again(repo, { neverApplied: true })).refusals).toEqual([])
  })
  test('whose state lost the line by hand plans nothing more, and goes on from the commit before', async () => {
    const repo = besides('by-hand', [operator])
    const first = await again(repo)
    expect(await writeRecovery(repo, first)).toBe(true)
    gitIn(repo, 'checkout', '--quiet', STATE)
    const head = gitIn(repo, 'show', `${STATE}:state.yaml`)
    commitFiles(repo, { 'state.yaml': `${head.replace(/^target: operator$/m, '')}\n` })
    gitIn(repo, 'checkout', '--quiet', 'main')
    const { code, err } = await netclaim(['allocate'], { cwd: repo })
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(
        'it does not say "target: operator", and nothing is rendered of what',
      ),
    ])
    const found = await again(repo)
    expect(found.target).toBe(first.target)
    expect(found.base?.passedOver).toHaveLength(1)
  })
})
