import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { netclaim } from '../cli/fake-terminal.ts'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { ClaimsHistory, eip, STATE } from '../history/claims-history.ts'
import { claim } from '../plan/files.ts'

const scratch = scratchFolder()
const day = (of: string) => ({ day: of })
/** Ids of commits are not what these tests are about. */
const plainIds = (text: string) => text.replaceAll(/\b(?:[0-9a-f]{40}|[0-9a-f]{12})\b/g, 'ID')

/** What the cluster of a template has, as kubectl prints it; web is at .30, though history alone would give it .21. */
const live = `apiVersion: v1
kind: List
items:
  - apiVersion: kubeovn.io/v1
    kind: OvnEip
    metadata: {name: example-web}
    spec: {externalSubnet: ext-a, type: nat, v4Ip: 198.51.100.30}
    status: {ready: true, v4Ip: 198.51.100.30, type: nat}
`

function ovn(kind: string, name: string, spec: string): string {
  return `apiVersion: kubeovn.io/v1\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: ${spec}\n`
}

function forget({ repo }: ClaimsHistory): void {
  gitIn(repo, 'branch', '--quiet', '-D', STATE)
  gitIn(repo, 'reflog', 'expire', '--expire=now', '--all')
  gitIn(repo, 'gc', '--quiet', '--prune=now')
}

describe('netclaim recover', () => {
  test('has nothing to do where the state is sound', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'sound'))
    expect(plainIds(await history.out('recover'))).toBe(`netclaim/state is at ID
  goes on from ID, generation 1, found at refs/heads/netclaim/state

4 claims the same

nothing to recover: the state is sound, and no copy is newer
`)
  })
  test('writes only when it is told to', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'deleted'))
    const tip = history.id()
    gitIn(history.repo, 'branch', '--quiet', '-D', STATE)
    const said = plainIds(await history.out('recover'))
    expect(said).toContain('netclaim/state is not there\n')
    expect(said).toContain(
      'EipClaim example/web         state -  cluster -  then 198.51.100.21  restored\n',
    )
    expect(said).toContain('\n--write sets netclaim/state to ID\n')
    expect(gitIn(history.repo, 'branch', '--list', STATE)).toBe('')
    const written = await history.out('recover', '--write')
    expect(plainIds(written)).toContain(
      'recovered: netclaim/state is at ID\nnext: git push --force-with-lease origin netclaim/state, netclaim allocate,',
    )
    expect(history.id()).toBe(tip)
  })
  test('leaves nothing that a later run could take for a copy, where it only tells or is refused', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'tells'))
    const { repo } = history
    const [tip, objects] = [history.id(), gitIn(repo, 'count-objects', '-v')]
    const file = join(repo, 'live.yaml')
    const anew = ['recover', '--from', 'none', '--observed', 'live.yaml'] as const
    writeFileSync(file, live)
    expect(await history.out(...anew)).toContain('\n--write sets netclaim/state to ')
    const unreadable = '{externalSubnet: ext-a, type: nat, v4Ip: 198.51.100.024}'
    writeFileSync(file, `${live}---\n${ovn('OvnEip', 'old-eip', unreadable)}`)
    const refused = await history.run(...anew, '--write')
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('\nrefused: ')])
    expect(gitIn(repo, 'count-objects', '-v')).toBe(objects)
    expect(await history.out('recover')).toContain(
      'nothing to recover: the state is sound, and no copy is newer',
    )
    writeFileSync(file, live)
    expect(await history.out(...anew, '--write')).toContain('recovered: netclaim/state is at ')
    expect(history.id()).not.toBe(tip)
    gitIn(repo, 'fsck', '--strict')
    rmSync(file)
  })
  test('pins what a file of live objects shows, and tells who got something new', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'observed'))
    forget(history)
    const refused = await history.run('recover')
    expect(refused.code).toBe(1)
    expect(refused.out).toContain('refused: no copy of the state is in this clone')
    writeFileSync(join(history.repo, 'live.yaml'), live)
    const { code, out } = await history.run(
      'recover',
      '--observed',
      'live.yaml',
      '--write',
      '--format',
      'json',
    )
    expect(code).toBe(0)
    const { compared, written } = JSON.parse(out) as {
      compared: { claim: string; live?: string; after: string; verdict: string }[]
      written: boolean
    }
    expect(written).toBe(true)
    expect(compared.filter(({ claim }) => claim.startsWith('EipClaim'))).toEqual([
      { claim: 'EipClaim example/external', after: '198.51.100.20', verdict: 'new' },
      {
        claim: 'EipClaim example/web',
        live: '198.51.100.30',
        after: '198.51.100.30',
        verdict: 'restored',
      },
    ])
    expect(await history.out('who', 'EipClaim example/web')).toMatch(/^198\.51\.100\.30 /)
    expect(await history.out('allocate')).toContain('nothing to allocate')
  })
  test('refuses where an address would move, and names it', async () => {
    const pinned = Object.values(eip('example', 'web', '198.51.100.44'))[0]
    const files = { 'environments/example/eip.yaml': pinned }
    const history = await ClaimsHistory.begin(join(scratch, 'moves'), files)
    forget(history)
    writeFileSync(join(history.repo, 'live.yaml'), live)
    const { code, out } = await history.run('recover', '--observed', 'live.yaml', '--write')
    expect(code).toBe(1)
    expect(out).toContain('EipClaim example/web         state -  cluster 198.51.100.30  then')
    expect(out).toMatch(
      /\nrefused: EipClaim example\/web has 198\.51\.100\.30 in the cluster and would get/,
    )
    expect(gitIn(history.repo, 'branch', '--list', STATE)).toBe('')
    rmSync(join(history.repo, 'live.yaml'))
  })
  test('gives no claim the name of a Subnet that somebody else made', async () => {
    const wish = '{cidrBlock: 10.77.0.0/25, gateway: 10.77.0.1, protocol: IPv4}'
    const history = await ClaimsHistory.begin(join(scratch, 'foreign'), {
      'environments/example/edge.yaml': claim('SubnetClaim', 'edge', wish),
    })
    forget(history)
    const file = join(history.repo, 'live.yaml')
    const anew = async (spec: string) => {
      writeFileSync(file, `${live}---\n${ovn('Subnet', 'example-edge', spec)}`)
      return history.out('recover', '--from', 'none', '--observed', 'live.yaml')
    }
    const row = /^ *SubnetClaim example\/edge .*$/m
    const theirs = await anew('{vpc: example, protocol: IPv4, cidrBlock: 10.9.0.0/24}')
    expect(theirs).not.toMatch(row)
    expect(await anew(`{vpc: elsewhere, protocol: IPv4, cidrBlock: 10.77.0.0/25}`)).not.toMatch(row)
    expect(await anew(`{vpc: example, protocol: IPv4, cidrBlock: 10.77.0.0/25}`)).toMatch(row)
    rmSync(file)
  })
  test.each([
    ['example', '10.9.0.0/24'],
    ['elsewhere', '10.77.0.0/25'],
  ])('refuses where a Subnet in VPC %s of %s would become that of a claim', async (vpc, block) => {
    const wish = '{cidrBlock: 10.77.0.0/25, protocol: IPv4}'
    const history = await ClaimsHistory.begin(join(scratch, `block-${vpc}`), {
      'environments/example/edge.yaml': claim('SubnetClaim', 'edge', wish),
    })
    gitIn(history.repo, 'branch', '--quiet', '-D', STATE)
    const spec = `{vpc: ${vpc}, protocol: IPv4, cidrBlock: ${block}}`
    writeFileSync(
      join(history.repo, 'live.yaml'),
      `${live.replaceAll('.30', '.21')}---\n${ovn('Subnet', 'example-edge', spec)}`,
    )
    const { code, out } = await history.run('recover', '--observed', 'live.yaml', '--write')
    expect(code).toBe(1)
    expect(out).toContain(
      `\nrefused: SubnetClaim example/edge has ${block} in VPC ${vpc} in the cluster and would get 10.77.0.0/25`,
    )
  })
  test('gives a claim that was given back and made anew what it has by now, and not what it had', async () => {
    const path = 'environments/example/edge.yaml'
    const at = (block: string) => ({
      [path]: claim('SubnetClaim', 'edge', `{cidrBlock: ${block}, protocol: IPv4}`),
    })
    const history = await ClaimsHistory.begin(join(scratch, 'anew'), at('10.77.0.0/24'))
    history.commit({ [path]: undefined }, 'Give edge back', day('02-01'))
    await history.out('allocate', '--never-applied')
    history.commit(at('10.78.0.0/24'), 'Make edge anew', day('03-01'))
    await history.out('allocate')
    const file = join(history.repo, 'live.yaml')
    const spec = '{vpc: example, protocol: IPv4, cidrBlock: 10.78.0.0/24}'
    writeFileSync(file, `${live}---\n${ovn('Subnet', 'example-edge', spec)}`)
    forget(history)
    const told = await history.out('recover', '--from', 'none', '--observed', 'live.yaml')
    expect(told).toMatch(
      /^SubnetClaim example\/edge +state - +cluster 10\.78\.0\.0\/24 +then 10\.78\.0\.0\/24 +restored$/m,
    )
    rmSync(file)
  })
  test('names everything that cannot be read in one run, and goes on when a person passes it over', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'unread'))
    forget(history)
    const bad = `${live}  - apiVersion: kubeovn.io/v1
    kind: OvnEip
    metadata: {name: old-eip}
    spec: {externalSubnet: ext-a, type: nat, v4Ip: 198.51.100.024}
  - apiVersion: v1
    kind: Service
    metadata: {name: web, namespace: shop}
    status: {loadBalancer: {ingress: [{ip: "198.51.100.7/24"}]}}
`
    writeFileSync(join(history.repo, 'live.yaml'), bad)
    const args = ['recover', '--observed', 'live.yaml', '--write'] as const
    const { code, out } = await history.run(...args)
    expect(code).toBe(1)
    expect(plainIds(out)).toContain(`
refused: OvnEip old-eip is not wholly counted: address "198.51.100.024" cannot be read (live.yaml)
refused: Service shop/web is not wholly counted: address "198.51.100.7/24" cannot be read (live.yaml)

hint: what they have could be given again: put them right, in the cluster or in the file
  or see that they hold nothing that Netclaim gives, and say so: --pass-over "OvnEip old-eip,Service shop/web"
  an address that one of them may hold is reserved first, in a file that is merged
`)
    // What is read is told all the same.
    expect(out).toContain('cluster 198.51.100.30  then 198.51.100.30  restored\n')
    expect(gitIn(history.repo, 'branch', '--list', STATE)).toBe('')
    const half = await history.run(...args, '--pass-over', 'OvnEip old-eip')
    expect([half.code, half.out]).toEqual([
      1,
      expect.stringMatching(/passed over: OvnEip old-eip.*\n\nrefused: Service shop\/web/),
    ])
    const went = await history.out(...args, '--pass-over', 'OvnEip old-eip, Service shop/web')
    expect(went).toContain('passed over: Service shop/web is not wholly counted')
    expect(went).toContain('recovered: netclaim/state is at')
    expect(await history.out('who', 'EipClaim example/web')).toMatch(/^198\.51\.100\.30 /)
    const wrong = await history.run(...args, '--pass-over', 'OvnEip example-web')
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining(
        '--pass-over "OvnEip example-web" names no object that cannot be read',
      ),
    ])
  })
  test('passes over no file that cannot be read, and nothing without a name', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'unreadable'))
    forget(history)
    writeFileSync(join(history.repo, 'live.yaml'), `${live}---\nkind: [\n`)
    const { code, out } = await history.run('recover', '--observed', 'live.yaml', '--write')
    expect(code).toBe(1)
    expect(out).toMatch(/\nrefused: .*\(live\.yaml:\d+\)\n/)
    expect(out).toContain('; what has no name can only be put right\n')
    expect(out).not.toContain('--pass-over')
  })
  test('is what allocate and init point to', async () => {
    const history = await ClaimsHistory.begin(join(scratch, 'pointed'))
    gitIn(history.repo, 'branch', '--quiet', '-D', STATE)
    expect((await history.run('allocate')).err).toContain('netclaim recover')
    history.observe(live, day('02-01'))
    expect((await history.run('init', '.')).err).toContain('netclaim recover')
  })
  test.each([
    [['--observed', 'a', '--kubeconfig', 'b'], '--observed and --kubeconfig exclude each other'],
    [['--observed', 'nothing.yaml'], 'nothing.yaml'],
    [['--from', 'nothing', '--never-applied'], 'no Git repository'],
    [['--format', 'sarif'], 'text and json only'],
  ])('%j cannot run', async (args, message) => {
    const { code, err } = await netclaim(['recover', ...args], { cwd: scratch })
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})
