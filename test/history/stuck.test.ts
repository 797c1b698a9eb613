import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { ClaimsHistory, eip, type Files } from './claims-history.ts'

const scratch = scratchFolder()
const day = (of: string) => ({ day: of })

interface Told {
  readonly is: string
  readonly what: string
  readonly waitsFor: string
  readonly next?: string
  readonly rule?: string
  readonly file?: string
  readonly since?: { readonly date: string; readonly main: string; readonly state?: string }
}

async function stuckIn(history: ClaimsHistory) {
  const { code, out, err } = await history.run('stuck', '--format', 'json')
  expect(err).toBe('')
  const { stuck } = JSON.parse(out) as { stuck: readonly Told[] }
  expect(code).toBe(stuck.length > 0 ? 1 : 0)
  return stuck
}

const subnet = (name: string, namespace: string, cidr: string): Files => ({
  [`environments/${namespace}/${name}.yaml`]: `apiVersion: network.kmetal.io/v1alpha1
kind: SubnetClaim
metadata: {name: ${name}, namespace: ${namespace}}
spec: {cidrBlock: "${cidr}"}
`,
})

/** What the cluster of the template has, all of it but the OvnEip of web; own form. */
function facts(generation: number, commit: string, objects: readonly string[]): string {
  return `apiVersion: netclaim.dev/v1alpha1
kind: Facts
uid: 11111111-2222-3333-4444-555555555555
generation: ${generation}
commit: ${commit}
complete: [Vpc, Subnet, OvnEip, OvnSnatRule, NetworkAttachmentDefinition, EipClaim, Cluster]
objects: [${objects.join(', ')}]
`
}

const WEB = { 'environments/example/eip.yaml': undefined }

describe('netclaim stuck', () => {
  test('says that nothing is, and ends with 0', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'nothing'))
    expect(await history.out('stuck')).toBe('nothing is stuck\n')
  })
  test('names a release that no facts take on, since when and by whom', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'releasing'))
    const main = history.commit(WEB, 'Give web back (#7)', day('03-01'))
    await history.out('allocate')
    const state = history.id()
    history.commit({ 'README.md': 'x' }, 'Later', day('04-01'))
    await history.out('allocate')
    expect(await stuckIn(history)).toEqual([
      {
        is: 'releasing',
        what: 'EipClaim example/web',
        waitsFor: 'no facts tell whether a Service uses it',
        next: expect.stringContaining('netclaim allocate --never-applied') as string,
        since: {
          date: '2026-03-01T10:00:00Z',
          main,
          state,
          by: {
            subject: 'Give web back (#7)',
            author: 'ada',
            email: 'ada@example.com',
            pullRequest: { number: 7, title: 'Give web back' },
          },
        },
      },
    ])
    const { out } = await history.run('stuck')
    expect(out.replaceAll(/[0-9a-f]{12}/g, 'ID')).toBe(`\
releasing: no facts tell whether a Service uses it
  EipClaim example/web    since 2026-03-01 10:00  ID  #7 Give web back, by ada <ada@example.com>
  next: netclaim sync --cluster NAME, which tells what the cluster has; or netclaim allocate --never-applied, where nothing was ever applied

1 thing is stuck
`)
    await history.out('allocate', '--never-applied')
    expect(await stuckIn(history)).toEqual([])
  })
  test('follows a release through what a cluster tells', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'facts'))
    const all = ['Vpc example', 'OvnEip example-ext-a', 'Subnet example-workers']
    const rest = [...all, 'OvnSnatRule example-workers']
    const nad = 'NetworkAttachmentDefinition example/workers-net'
    const web = 'OvnEip example-web'
    const tell = async (...objects: readonly string[]) => {
      const generation = Number(/^generation: (\d+)$/m.exec(stateText(history))?.[1])
      history.observe(facts(generation, history.id(), objects), day('06-01'))
      await history.run('allocate')
      return (await stuckIn(history)).map(({ is, what, waitsFor }) => `${is} ${what}: ${waitsFor}`)
    }
    expect(await tell(...rest, nad)).toEqual([
      'missing EipClaim example/web: OvnEip example-web is not in the cluster',
    ])
    expect(await tell(...rest, nad, web)).toEqual([])
    history.commit(WEB, 'Give web back', day('07-01'))
    await history.out('allocate')
    expect((await stuckIn(history)).map(({ waitsFor }) => waitsFor)).toEqual([
      'no cluster has told since OvnEip example-web was dropped',
    ])
    expect(await tell(...rest, nad, web)).toEqual([
      'tombstone EipClaim example/web: OvnEip example-web is still there',
    ])
    expect(await tell(...rest, nad)).toEqual([
      'tombstone EipClaim example/web: 198.51.100.21 is not yet proven absent from OVN',
    ])
    const [{ next } = {}] = await stuckIn(history)
    expect(next).toContain('--northbound')
  })
  test.each<readonly [string, Files, Partial<Told>]>([
    [
      'a rejected claim with its rule',
      eip('example', 'bad', '198.51.100.1'),
      { is: 'rejected', what: 'EipClaim example/bad', file: 'environments/example/eip-bad.yaml' },
    ],
    [
      'a claim that waits',
      eip('lonely', 'web'),
      { is: 'waiting', what: 'EipClaim lonely/web', rule: 'claim/waiting-for-vpc' },
    ],
    [
      'what a brake holds back, with the file that lets it go',
      { 'environments/example/vpc.yaml': undefined, 'environments/example/subnet.yaml': undefined },
      {
        is: 'held-back',
        what: 'VpcClaim example/main',
        rule: 'brake/held-back',
        next: expect.stringMatching(
          /^to let it go, add acknowledgements\/vpc-example\.yaml:\n(?:.*\n)+.*VpcClaim example\/main/,
        ) as string,
      },
    ],
    [
      'an environment that cannot be read',
      { 'environments/example/odd.yaml': 'a: [' },
      { is: 'frozen', what: 'environment example', file: 'environments/example/odd.yaml' },
    ],
    [
      'everything, where the settings cannot be read',
      { 'netclaim.yaml': 'engine: [' },
      { is: 'frozen', what: 'everything', file: 'netclaim.yaml' },
    ],
    [
      'an edit that is not taken',
      subnet('workers', 'example', '10.201.0.0/24'),
      { is: 'refused', what: 'SubnetClaim example/workers', rule: 'claim/immutable' },
    ],
  ])('names %s', async (name, files, wanted) => {
    const changed = name.startsWith('an edit')
      ? { ...files, 'environments/example/subnet.yaml': undefined }
      : files
    const history = await ClaimsHistory.begin(join(scratch, name.replaceAll(/\W/g, '')))
    const main = history.commit(changed, 'Change', day('02-01'))
    await history.run('allocate')
    const found = await stuckIn(history)
    expect(found).toContainEqual(expect.objectContaining(wanted))
    const one = found.find(({ what }) => what === wanted.what)
    expect(one?.since).toMatchObject({ date: '2026-02-01T10:00:00Z', main })
    expect(one?.next).not.toBe('')
  })
  test('names a claim that breaks a rule and is kept', async () => {
    const vpc = `apiVersion: network.kmetal.io/v1alpha1
kind: VpcClaim
metadata: {name: main, namespace: example}
spec: {externalAccess: true, providerNetworkRef: {name: provider}}
`
    const file = 'environments/example/vpc.yaml'
    const history = await ClaimsHistory.begin(join(scratch, 'kept'), { [file]: vpc })
    const ungranted = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: example}\n'
    const main = history.commit(
      { 'platform/tenants/example.yaml': ungranted },
      'Grant less',
      day('02-01'),
    )
    await history.run('allocate')
    expect(await stuckIn(history)).toContainEqual(
      expect.objectContaining({
        is: 'nonconforming',
        what: 'VpcClaim example/main',
        file,
        since: expect.objectContaining({ main }) as unknown,
      }),
    )
  })
  test('names a reservation that is over, and what a person holds in the cluster', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'over'))
    const file = 'platform/reservations.yaml'
    const text = `apiVersion: netclaim.dev/v1alpha1
kind: Reservation
metadata: {name: edge}
spec: {pool: ext-a, addresses: [198.51.100.90], reason: partners, until: "2026-02-28"}
`
    history.commit({ [file]: text }, 'Keep it', day('02-01'))
    await history.out('allocate')
    const known = facts(1, history.id(), ['Vpc example'])
    history.observe(`${known}holds: [{object: Vpc example, text: racks move}]\n`, day('02-02'))
    await history.out('allocate')
    const named = async () => (await stuckIn(history)).map(({ is, what }) => `${is} ${what}`)
    expect(await named()).toContain('on-hold Vpc example')
    expect(await named()).not.toContain('over Reservation edge')
    history.commit({ a: 'a' }, 'Later', day('03-01'))
    await history.out('allocate')
    expect(await stuckIn(history)).toContainEqual(
      expect.objectContaining({ is: 'over', what: 'Reservation edge', file }),
    )
  })
  test('names commits that nobody planned', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'behind'))
    const main = history.commit({ a: 'a' }, 'One', day('02-01'))
    history.commit({ a: 'b' }, 'Two', day('02-02'))
    expect(await stuckIn(history)).toEqual([
      expect.objectContaining({
        is: 'behind',
        waitsFor: '2 commits are not planned',
        next: 'netclaim allocate',
        since: expect.objectContaining({ main }) as unknown,
      }),
    ])
    expect(
      JSON.parse((await history.run('stuck', '--at', history.id(), '--format', 'json')).out),
    ).toMatchObject({ stuck: [] })
  })
  test('names a main that was rewritten, and a state that somebody changed', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'wrong'))
    gitIn(history.repo, 'commit', '--quiet', '--amend', '-m', 'Rewritten')
    expect((await stuckIn(history)).map(({ waitsFor }) => waitsFor)).toEqual([
      expect.stringContaining('main was rewritten'),
    ])
    gitIn(history.repo, 'checkout', '--quiet', 'netclaim/state')
    history.commit(
      { 'allocations/example.yaml': 'environment: example\nentries: []\n' },
      'Mine',
      day('02-01'),
    )
    gitIn(history.repo, 'checkout', '--quiet', 'main')
    expect((await stuckIn(history)).map(({ is, what, rule }) => [is, what, rule])).toContainEqual([
      'frozen',
      'everything',
      'state/unreadable',
    ])
  })
})

function stateText(history: ClaimsHistory): string {
  return gitIn(history.repo, 'show', 'netclaim/state:state.yaml')
}
