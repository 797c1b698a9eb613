import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { importMarkdown } from '../../lib/summary/import-markdown.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { commitFiles, gitIn, scratchFolder } from '../git/sandbox.ts'
import { claim } from '../plan/files.ts'
import { byHand, eip, importWith, ovn, subnet } from './by-hand.ts'
import { ownObjects } from './live-of.ts'

const scratch = scratchFolder()

/** A dump in a folder of its own. */
function dump(name: string, objects: readonly object[] = Object.values(byHand())): string {
  const cwd = join(scratch, name)
  mkdirSync(cwd)
  const list = { apiVersion: 'v1', kind: 'List', items: [...ownObjects, ...objects] }
  writeFileSync(join(cwd, 'dump.json'), JSON.stringify(list))
  return cwd
}

test('makes a repository whose branches check, allocate and hold what was there', async () => {
  const cwd = dump('all')
  const ran = await netclaim(
    ['import', '--from', 'dump.json', '--out', 'claims', '--cluster', 'one'],
    { cwd },
  )
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).toContain('imported: 4 claims of 1 environment; left as it is:')
  const repo = join(cwd, 'claims')
  const branches = gitIn(repo, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/').split(
    '\n',
  )
  expect(branches).toEqual(['main', 'netclaim/observed/one', 'netclaim/state'])
  expect(gitIn(repo, 'status', '--porcelain')).toBe('')
  expect(
    gitIn(repo, 'log', '--format=%s', 'netclaim/state')
      .split('\n')
      .map((line) => line.slice(0, 26)),
  ).toEqual(['Allocate for new facts at ', 'Import the ledger of one'])
  const who = await netclaim(['who', '198.51.100.21'], { cwd: repo })
  expect(who.out).toMatch(
    /^198\.51\.100\.21 {2}EipClaim photon-prod\/web .*\n {2}held .* Import what one has, by /,
  )
  const again = await netclaim(['allocate'], { cwd: repo })
  expect(again).toEqual({
    code: 0,
    out: 'nothing to allocate: the state is that of the branch\n',
    err: '',
  })
  const check = await netclaim(
    ['check', '--head', 'main', '--base', 'main', '--state', 'netclaim/state'],
    { cwd: repo },
  )
  expect(check.code).toBe(0)

  commitFiles(repo, { 'environments/photon-prod/more.yaml': claim('EipClaim', 'mail') })
  const added = await netclaim(['allocate'], { cwd: repo })
  expect(added.out).toMatch(/allocated EipClaim photon-prod\/mail 198\.51\.100\.22/)
  const rendered = gitIn(repo, 'ls-tree', '-r', '--name-only', 'netclaim/state', 'rendered')
  expect(rendered.split('\n').filter((path) => !path.includes('/crd-'))).toEqual([
    'rendered/environments/photon-prod/.gitkeep',
    'rendered/environments/photon-prod/eipclaim-mail.yaml',
  ])
  const file = readFileSync(join(repo, '.take-over/environments/photon-prod.yaml'), 'utf8')
  commitFiles(repo, { 'acknowledgements/photon-prod.yaml': file })
  await netclaim(['allocate'], { cwd: repo })
  expect(
    gitIn(repo, 'ls-tree', '-r', '--name-only', 'netclaim/state', 'rendered').split('\n'),
  ).toContain('rendered/environments/photon-prod/subnetclaim-lan.yaml')
})

test('a fresh clone knows what was left as it is, where the dump names no cluster', async () => {
  const cwd = join(scratch, 'unnamed')
  mkdirSync(cwd)
  const items = [
    ...ownObjects.filter(({ kind }) => kind !== 'Namespace'),
    ...Object.values(byHand()),
    eip('manual', '198.51.100.31'),
  ]
  writeFileSync(join(cwd, 'dump.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  const ran = await netclaim(['import', '--from', 'dump.json', '--out', 'claims'], { cwd })
  expect([ran.code, ran.err]).toEqual([0, ''])
  gitIn(cwd, 'clone', '--quiet', 'claims', 'fresh')
  const ask = async () =>
    (await netclaim(['who', '198.51.100.31'], { cwd: join(cwd, 'fresh') })).out
  expect(await ask()).toContain('198.51.100.31  OvnEip manual  no claim explains it')
  // A branch of this clone counts before that of the remote.
  const [branch = ''] = gitIn(cwd, '-C', 'claims', 'branch', '--list', 'netclaim/observed/*').split(
    '\n',
  )
  gitIn(join(cwd, 'fresh'), 'branch', '--no-track', branch.trim(), 'origin/main')
  expect(await ask()).toContain('is free')
})

test('a check knows by the state alone what was left as it is, and counts it', async () => {
  const cwd = dump('left', [
    ...Object.values(byHand()),
    eip('photon-prod-a-b', '198.51.100.30', { externalSubnet: 'outside' }),
    eip('manual', '198.51.100.31'),
  ])
  await netclaim(['import', '--from', 'dump.json', '--out', 'claims'], { cwd })
  const repo = join(cwd, 'claims')
  const file = 'environments/photon-prod/mail.yaml'
  writeFileSync(join(repo, file), claim('EipClaim', 'mail', '{v4Ip: 198.51.100.31}'))
  const taken = 'v4Ip "198.51.100.31" is held by OvnEip manual, in the cluster'
  const state = ['--state', 'netclaim/state']
  const inFolder = await netclaim(['check', '--base', 'main', ...state], { cwd: repo })
  expect([inFolder.code, inFolder.out]).toEqual([1, expect.stringContaining(taken)])
  commitFiles(repo, {})
  const args = ['check', '--base', 'main~1', '--head', 'main', ...state]
  const inCommits = await netclaim(args, { cwd: repo })
  expect([inCommits.code, inCommits.out]).toEqual([1, expect.stringContaining(taken)])
  const full = await netclaim(['capacity', ...state], { cwd: repo })
  expect(full.out).toMatch(/outside .* 4 used/)
})

test('a person who watches is told what is done, with counts, on one line that vanishes; nobody else is', async () => {
  const cwd = dump('watched')
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 2_000))
  const command = ['import', '--from', 'dump.json', '--out']
  const ran = await netclaim([...command, 'claims'], { cwd, interactive: true })
  const quiet = await netclaim([...command, 'again', '--quiet'], { cwd, interactive: true })
  vi.restoreAllMocks()
  expect(quiet.err).toBe('')
  const lines = ran.err.split('\r\u001B[2K')
  expect([lines[0], lines.at(-1)]).toEqual(['', ''])
  const shapes = [
    /^reading dump\.json, 0 of 0 MiB, 0 objects …$/,
    /^looking what claims can say of 15 objects …$/,
    /^writing files, 0 of \d+ …$/,
    /^committing \d+ files to main …$/,
    /^writing the ledger of 1 environment …$/,
    /^planning 1 environment …$/,
  ]
  const found = lines.slice(1, -1)
  expect(found).toEqual(shapes.map((shape) => expect.stringMatching(shape)))
  for (const line of found) expect(line.length).toBeLessThan(80)
})

test('tells without writing where no folder is named, also as JSON', async () => {
  const cwd = dump('told')
  const ran = await netclaim(['import', '--from', '.', '--format', 'json'], { cwd })
  const told = JSON.parse(ran.out) as {
    verdict: string
    claims: { name: string; objects: object[] }[]
  }
  expect([ran.code, told.verdict]).toEqual([0, 'accept'])
  expect(told.claims[0]).toMatchObject({
    name: 'VpcClaim photon-prod/main',
    file: 'environments/photon-prod/vpc.yaml',
  })
  expect(existsSync(join(cwd, 'claims'))).toBe(false)
})

test('writes nothing where nothing can be imported', async () => {
  const { pool: _, ...rest } = byHand()
  const cwd = dump('refused', Object.values(rest))
  const ran = await netclaim(['import', '--from', 'dump.json', '--out', 'claims'], { cwd })
  expect(ran.code).toBe(1)
  expect(ran.out).toMatch(
    /error\[import\/no-control-plane-pool\].*\n.*--tenant-control-planes[\s\S]*not imported: 1 error\n$/,
  )
  expect(existsSync(join(cwd, 'claims'))).toBe(false)
  const named = await netclaim(
    [
      'import',
      '--from',
      'dump.json',
      '--out',
      'claims',
      '--tenant-control-planes',
      '10.0.0.10-10.0.0.20',
    ],
    { cwd },
  )
  expect(named.code).toBe(0)
})

test.each([
  [[], 'import takes either --kubeconfig or --from'],
  [['--from', 'a', '--kubeconfig', 'b'], 'import takes either --kubeconfig or --from'],
  [['--from', '.', '--context', 'b'], '--context needs --kubeconfig'],
  [['--from', '.', '--cluster', 'Prod_1'], '--cluster "Prod_1" is no DNS label'],
  [['--from', '.', '--format', 'xml'], 'import has the formats text and json only'],
  [
    ['--from', '.', '--kube-ovn-version', '1.16'],
    '--kube-ovn-version takes a version such as 1.16.2',
  ],
  [['--from', '.', '--out', '.'], 'is not empty'],
  [['--from', 'nothing'], 'cannot be read: there is no such file or folder'],
])('%j cannot run', async (args, message) => {
  const cwd = existsSync(join(scratch, 'usage')) ? join(scratch, 'usage') : dump('usage')
  const ran = await netclaim(['import', ...args], { cwd })
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.err).toContain(message)
})

test('what a stranger wrote into an object is no markup in IMPORT.md, and no command for a terminal', () => {
  const evil = '</td><img src=x onerror=alert(1)> @everyone `x` | \u001b[2J\u202e'
  const condition = { type: 'Ready', status: 'False', message: evil }
  const imported = importWith({}, [
    ovn(
      'Subnet',
      'photon-prod-evil',
      { vpc: 'photon-prod', cidrBlock: '10.9.0.0/24', provider: evil },
      { conditions: [condition] },
    ),
    subnet('photon-prod-odd', { vpc: 'photon-prod', cidrBlock: '10.8.0.0/24', provider: evil }),
  ])
  const text = importMarkdown(imported)
  expect(text).toContain('onerror')
  for (const bad of ['<img', '@everyone', '\u001b', '\u202e']) expect(text).not.toContain(bad)
})
