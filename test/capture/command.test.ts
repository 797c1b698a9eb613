import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestOfFiles } from '../../lib/pipeline/capture/commit-message.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { commitFiles, gitIn, scratchFolder } from '../git/sandbox.ts'
import { eip, ready } from '../import/by-hand.ts'
import { object } from '../import/live-of.ts'
import { claim } from '../plan/files.ts'
import { editedBy, type HandEdit } from './applied.ts'
import { dumpIn, platformIn } from './platform.ts'

const scratch = scratchFolder()

const platform = (name: string) => platformIn(join(scratch, name))
const dump = (name: string, objects: readonly KubeObject[]) =>
  dumpIn(join(scratch, `${name}-dump`), objects)

/** As Kube-OVN leaves what it has made. */
function takenUp(one: KubeObject): KubeObject {
  if (one.apiVersion !== 'kubeovn.io/v1') return one
  const { v4Ip } = (one['spec'] ?? {}) as { readonly v4Ip?: string }
  return { ...one, status: { standby: true, ...ready, ready: true, v4Ip } }
}

const grown: HandEdit = {
  kind: 'IPAddressPool',
  name: 'tenant-cp-pool',
  field: 'addresses',
  value: ['172.21.208.100-172.21.208.250', '172.21.209.0-172.21.209.15'],
}

test('tells first, then makes the branch beside main, which the check accepts', async () => {
  const { repo, tip, objects } = await platform('grown')
  const from = dump('grown', editedBy('kubectl-edit', objects, [grown]))
  const branch = 'netclaim/capture'
  const main = gitIn(repo, 'rev-parse', 'main')

  const told = await netclaim(['capture', '--from', from], { cwd: repo })
  expect([told.code, told.err]).toEqual([0, ''])
  expect(told.out).toContain(
    'IPAddressPool kmetal-metallb/tenant-cp-pool .spec.addresses by kubectl-edit since 2026-11-30T03:00:00Z',
  )
  expect(told.out).toContain(
    'platform/kmetal.yaml spec.networking.loadBalancer.tenantControlPlanes.addresses',
  )
  expect(told.out).toContain(`1 change of hands would be on ${branch}: --write makes it`)
  expect(gitIn(repo, 'branch', '--list', 'netclaim/capture*')).toBe('')

  const made = await netclaim(['capture', '--from', from, '--write'], { cwd: repo })
  expect([made.code, made.err]).toEqual([0, ''])
  expect(made.out).toMatch(/check of the branch: accepted/)
  expect([gitIn(repo, 'rev-parse', 'main'), gitIn(repo, 'rev-parse', `${branch}~1`)]).toEqual([
    main,
    main,
  ])
  expect(gitIn(repo, 'status', '--porcelain')).toBe('')
  expect(gitIn(repo, 'diff', '--unified=0', 'main', branch, '--').split('\n').slice(5)).toEqual([
    '-        addresses: [172.21.208.100-172.21.208.250]',
    '+        addresses: [172.21.208.100-172.21.208.250, 172.21.209.0-172.21.209.15]',
  ])
  const path = 'platform/kmetal.yaml'
  const text = `${gitIn(repo, 'show', `${branch}:${path}`)}\n`
  expect(gitIn(repo, 'log', '-1', '--format=%B', branch)).toBe(
    `Capture a change made by hand in the cluster

- IPAddressPool kmetal-metallb/tenant-cp-pool .spec.addresses, by kubectl-edit since 2026-11-30T03:00:00Z

Files: ${digestOfFiles(new Map([[path, text]]))}
State: ${tip}`,
  )
  const again = await netclaim(['capture', '--from', from, '--write'], { cwd: repo })
  expect([again.code, again.out]).toEqual([0, made.out])

  gitIn(repo, 'merge', '--quiet', branch)
  await netclaim(['allocate'], { cwd: repo })
  const after = await netclaim(['capture', '--from', from], { cwd: repo })
  expect(after.out).not.toContain('A file can say')
  expect(readFileSync(join(repo, 'platform/kmetal.yaml'), 'utf8')).toMatch(/^# ours\n/)
})

test('says beforehand that the check would refuse it', async () => {
  const { repo, objects } = await platform('refused')
  const taken = {
    kind: 'Subnet',
    name: 'ext-a',
    field: 'excludeIps',
    value: ['198.51.100.1..198.51.100.254'],
  }
  const from = dump('refused', editedBy('kubectl-edit', objects, [taken]))
  const ran = await netclaim(['capture', '--from', from, '--format', 'json'], { cwd: repo })
  const told = JSON.parse(ran.out) as { check: { verdict: string; findings: object[] } }
  expect([ran.code, told.check.verdict]).toEqual([1, 'refuse'])
  expect(told.check.findings).not.toEqual([])
})

test('an address that somebody made becomes a claim that the check lets have it', async () => {
  const { repo, objects } = await platform('made')
  const address = '198.51.100.60'
  const mail = eip('photon-prod-mail', address, { externalSubnet: 'ext-a' })
  const from = dump('made', [
    ...objects.map(takenUp),
    mail,
    object('v1', 'Namespace', 'photon-prod'),
  ])
  const ran = await netclaim(['capture', '--from', from, '--write', '--format', 'json'], {
    cwd: repo,
  })
  const { captured, left, check, branch } = JSON.parse(ran.out) as Readonly<Record<string, unknown>>
  expect([ran.code, captured, left]).toEqual([
    0,
    [
      {
        object: 'OvnEip photon-prod-mail',
        manager: 'unknown',
        file: 'environments/photon-prod/eip-mail.yaml',
        says: 'EipClaim photon-prod/mail',
      },
    ],
    [],
  ])
  expect(check).toMatchObject({ verdict: expect.not.stringMatching('refuse') })
  gitIn(repo, 'merge', '--quiet', String(branch))
  const allocated = await netclaim(['allocate'], { cwd: repo })
  expect(allocated.out).toContain(`allocated EipClaim photon-prod/mail ${address}`)
})

test('never moves a branch of that name that holds something else', async () => {
  const { repo, objects } = await platform('taken')
  const branch = 'netclaim/capture'
  const from = dump('taken', editedBy('kubectl-edit', objects, [grown]))
  const write = () => netclaim(['capture', '--from', from, '--write'], { cwd: repo })
  gitIn(repo, 'checkout', '--quiet', '-b', branch)
  const first = commitFiles(repo, { 'README.md': 'mine\n' }, 'Mine')
  gitIn(repo, 'checkout', '--quiet', 'main')
  const refused = await write()
  expect([refused.code, refused.out]).toEqual([2, ''])
  expect(refused.err).toContain(
    `branch "${branch}" holds ${first.slice(0, 12)}, which no capture made: merge or rename it first`,
  )
  expect(gitIn(repo, 'rev-parse', branch)).toBe(first)

  // Nor one of its own that somebody went on with.
  gitIn(repo, 'branch', '-D', branch)
  expect((await write()).code).toBe(0)
  gitIn(repo, 'checkout', '--quiet', branch)
  const beside = commitFiles(repo, { 'README.md': 'mine\n' }, 'Beside it')
  gitIn(repo, 'checkout', '--quiet', 'main')
  expect((await write()).err).toContain(`holds ${beside.slice(0, 12)}`)
  expect(gitIn(repo, 'rev-parse', branch)).toBe(beside)

  // Nor one that somebody changed and left under the same message.
  gitIn(repo, 'reset', '--quiet', '--hard', 'main')
  gitIn(repo, 'branch', '-D', branch)
  expect((await write()).code).toBe(0)
  gitIn(repo, 'checkout', '--quiet', branch)
  writeFileSync(join(repo, 'README.md'), 'mine\n')
  gitIn(repo, 'add', 'README.md')
  gitIn(repo, 'commit', '--quiet', '--amend', '--no-edit')
  const amended = gitIn(repo, 'rev-parse', branch)
  gitIn(repo, 'checkout', '--quiet', 'main')
  expect((await write()).err).toContain(`holds ${amended.slice(0, 12)}`)
  expect(gitIn(repo, 'rev-parse', branch)).toBe(amended)
})

test('brings its branch up to date where something else was changed by hand, and leaves it where nothing was', async () => {
  const { repo, objects } = await platform('again')
  const branch = 'netclaim/capture'
  const write = async (name: string, edits: readonly HandEdit[]) => {
    const from = dump(name, editedBy('kubectl-edit', objects, edits))
    const ran = await netclaim(['capture', '--from', from, '--write'], { cwd: repo })
    expect([ran.code, ran.err]).toEqual([0, ''])
    return gitIn(repo, 'rev-parse', branch)
  }
  const first = await write('again', [grown])
  // Main goes on elsewhere, and the state with it.
  commitFiles(repo, { 'environments/photon-prod/mail.yaml': claim('EipClaim', 'mail') })
  await netclaim(['allocate'], { cwd: repo })
  expect(await write('again', [grown])).toBe(first)

  const more = { ...grown, value: ['172.21.208.100-172.21.209.15'] }
  const second = await write('again-more', [more])
  expect(second).not.toBe(first)
  expect(gitIn(repo, 'rev-parse', `${branch}~1`)).toBe(gitIn(repo, 'rev-parse', 'main'))

  gitIn(repo, 'merge', '--quiet', '--squash', branch)
  gitIn(repo, 'commit', '--quiet', '-m', 'Merged')
  await netclaim(['allocate'], { cwd: repo })
  const third = await write('again', [grown])
  expect(gitIn(repo, 'rev-parse', `${third}~1`)).toBe(gitIn(repo, 'rev-parse', 'main'))
})

test('reads and writes a repository that is known by its address alone', async () => {
  const { repo, objects } = await platform('far')
  const bare = join(scratch, 'far.git')
  gitIn(repo, 'clone', '--quiet', '--bare', repo, bare)
  const from = dump('far', editedBy('kubectl-edit', objects, [grown]))
  const ran = await netclaim(['capture', '--from', from, '--repo', `file://${bare}`, '--write'], {
    cwd: scratch,
  })
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(gitIn(bare, 'log', '-1', '--format=%s', 'netclaim/capture')).toBe(
    'Capture a change made by hand in the cluster',
  )
  expect(gitIn(bare, 'diff', '--name-only', 'main', 'netclaim/capture')).toBe(
    'platform/kmetal.yaml',
  )
})

test('has nothing to capture where nobody changed anything', async () => {
  const { repo, objects } = await platform('same')
  const ran = await netclaim(['capture', '--from', dump('same', objects), '--write'], { cwd: repo })
  expect(ran.code).toBe(0)
  expect(ran.out).toMatch(/nothing to capture\n$/)
  expect(gitIn(repo, 'branch', '--list', 'netclaim/capture*')).toBe('')
})

test.each([
  [[], 'capture takes either --kubeconfig or --from'],
  [['--from', 'a', '--kubeconfig', 'b'], 'capture takes either --kubeconfig or --from'],
  [['--from', '.', '--format', 'xml'], 'capture has the formats text and json only'],
  [['--from', '.', '--pull-request', 'acme'], '--pull-request: "acme" is no OWNER/NAME'],
  [
    ['--from', '.', '--pull-request', 'acme/claims'],
    '--pull-request needs a forge: GITHUB_TOKEN is missing, or NETCLAIM_APP_ID with NETCLAIM_PRIVATE_KEY',
  ],
  [
    ['--from', '.', '--pull-request', 'acme/claims', '--repo', '.'],
    '--pull-request and --repo exclude each other',
  ],
])('%j cannot run', async (args, message) => {
  const ran = await netclaim(['capture', ...args], { cwd: scratch })
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.err).toContain(message)
})
