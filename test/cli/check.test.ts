import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeJson } from '../summary/judge-json.ts'
import { netclaim } from './fake-terminal.ts'
import { folderOf } from './folder-of.ts'

const platform = `apiVersion: kmetal.io/v1alpha1
kind: KMetal
metadata: { name: platform }
spec:
  networking:
    defaultProviderSubnet: ext-a
    providerNetworks:
      - name: provider
        interface: bond0.206
        vlanID: 0
        subnets:
          - name: ext-a
            cidrBlock: 198.51.100.0/24
            gateway: 198.51.100.1
            excludeIPs: [198.51.100.1..198.51.100.19]
    loadBalancer:
      tenantControlPlanes: { addresses: [172.21.208.100-172.21.208.250] }
      management: { addresses: [172.21.204.200-172.21.204.250] }
`
const vpc = `apiVersion: network.kmetal.io/v1alpha1
kind: VpcClaim
metadata: { name: main, namespace: photon-prod }
spec: { externalAccess: true }
`
const eip = `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata: { name: web, namespace: photon-prod }
spec: { type: nat }
`
const good = {
  'platform/kmetal.yaml': platform,
  'environments/photon-prod/claims.yaml': `${vpc}---\n${eip}`,
}
const bad = { ...good, 'environments/photon-prod/more.yaml': 'kind: [\n' }

describe('check', () => {
  test('a folder that is fine is accepted, exit code 0', async () => {
    const { code, out, err } = await netclaim(['check', '--head', folderOf(good)])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^ {2}photon-prod +EipClaim web +198\.51\.100\.\d+ +ext-a/m)
    expect(out).toMatch(/^accepted: /m)
  })

  test('the working directory is the head when none is named', async () => {
    const { code, out } = await netclaim(['check'], { cwd: folderOf(good) })
    expect(code).toBe(0)
    expect(out).toMatch(/EipClaim web/)
  })

  test('a file that is no YAML is refused, exit code 1, and named', async () => {
    const { code, out } = await netclaim(['check', '--head', folderOf(bad)])
    expect(code).toBe(1)
    expect(out).toMatch(/^environments\/photon-prod\/more\.yaml:\d+:\d+: error\[yaml\//m)
    expect(out).toMatch(/^refused: /m)
  })

  test('a base that is the same brings nothing', async () => {
    const folder = folderOf(good)
    const { code, out } = await netclaim(['check', '--head', folder, '--base', folder])
    expect(code).toBe(0)
    expect(out).toMatch(/^accepted: nothing changes$/m)
  })

  test.each([
    ['fine', good, 0],
    ['bad', bad, 1],
  ])('JSON of a folder that is %s fits the schema', async (_, files, wanted) => {
    const { code, out } = await netclaim(['check', '--head', folderOf(files), '--format', 'json'])
    expect(code).toBe(wanted)
    expect(judgeJson(out)).toMatchObject({ version: 1 })
  })

  test('Markdown begins with the title', async () => {
    const args = ['check', '--head', folderOf(bad), '--format', 'markdown']
    expect((await netclaim(args)).out).toMatch(/^### \d+ errors?: /)
  })

  test('facts that cannot be read are a warning that stands in the report', async () => {
    const observed = join(folderOf({ 'broken.yaml': 'a: [' }), 'broken.yaml')
    const args = ['check', '--head', folderOf(good), '--observed', observed, '--format', 'json']
    const { code, out } = await netclaim(args)
    expect(code).toBe(0)
    const { verdict, findings } = judgeJson(out) as { verdict: string; findings: object[] }
    expect(verdict).toBe('warn')
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'facts/unreadable', file: 'broken.yaml', line: 1 }),
    )
  })

  test('a folder without facts is a warning', async () => {
    const observed = folderOf({ 'README.md': 'none' })
    const args = ['check', '--head', folderOf(good), '--observed', observed]
    const { code, out } = await netclaim(args)
    expect(code).toBe(0)
    expect(out).toContain(`warning[facts/unreadable]: "${observed}" holds no objects`)
  })

  test('what a link points to is never read', async () => {
    const secret = join(folderOf({ 'secret.yaml': 'kind: TopSecret\n' }), 'secret.yaml')
    const folder = folderOf(good)
    symlinkSync(secret, join(folder, 'environments/photon-prod/link.yaml'))
    const { out } = await netclaim(['check', '--head', folder])
    expect(out).not.toMatch(/TopSecret/)
    expect(out).toMatch(/environments\/photon-prod\/link\.yaml/)
  })

  test('a hostile folder name and value reach the terminal escaped', async () => {
    const evil = `${eip.replace('type: nat', 'type: "\\e[31m\\u202E"')}`
    const folder = folderOf({ ...good, 'environments/photon-prod/a\u001B[2Jb.yaml': evil })
    const { out } = await netclaim(['check', '--head', folder])
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  })
})

describe('revisions', () => {
  function repository() {
    const folder = folderOf(good)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.test', ...args], {
        cwd: folder,
        stdio: 'pipe',
      })
    git('init', '--quiet', '--initial-branch=main')
    git('add', '.')
    git('commit', '--quiet', '--message=claims')
    return folder
  }

  test('a change in the working directory is judged against a branch', async () => {
    const cwd = repository()
    expect((await netclaim(['check', '--base', 'main'], { cwd })).out).toMatch(
      /^accepted: nothing changes$/m,
    )
    const more = eip.replace('name: web', 'name: api')
    writeFileSync(join(cwd, 'environments/photon-prod/api.yaml'), more)
    const { code, out } = await netclaim(['check', '--base', 'main', '--head', '.'], { cwd })
    expect(code).toBe(0)
    expect(out).toMatch(/^accepted: 1 claim gets an address$/m)
  })

  test('a folder and a revision of the same files are judged alike', async () => {
    const cwd = repository()
    const folder = await netclaim(['check', '--format', 'json'], { cwd })
    expect(await netclaim(['check', '--head', 'HEAD', '--format', 'json'], { cwd })).toEqual(folder)
  })

  test('a revision that is not there could not run', async () => {
    const { code, err } = await netclaim(['check', '--base', 'nope'], { cwd: repository() })
    expect(code).toBe(2)
    expect(err).toMatch(/"nope" is no folder, and as a revision: "nope" names no commit/)
  })
})

describe('plan and capacity', () => {
  test('plan shows the allocations and the diff of the manifests', async () => {
    const { code, out } = await netclaim(['plan', '--head', folderOf(good)])
    expect(code).toBe(0)
    expect(out).toMatch(/^Allocations$/m)
    expect(out).toMatch(/^--- \/dev\/null\n\+\+\+ b\/rendered\/environments\/photon-prod\//m)
    expect(out).toMatch(/^\+kind: Vpc$/m)
  })

  test('capacity shows every pool', async () => {
    const { code, out } = await netclaim(['capacity', '--head', folderOf(good)])
    expect(code).toBe(0)
    expect(out).toMatch(/^ {2}ext-a +IPv4 +[█▓▒░]{20} +\d+ % .* free +of \d+/m)
  })

  test('capacity without a pool says so', async () => {
    const folder = folderOf({ 'netclaim.yaml': 'engine: 0.1.0\n' })
    expect((await netclaim(['capacity', '--head', folder])).out).toMatch(/^no pools$/m)
  })
})

describe('render', () => {
  test('writes the state tree, and the second time nothing changes', async () => {
    const out = join(folderOf({}), 'new/state')
    const args = ['render', '--head', folderOf(good), '--out', out]
    expect((await netclaim(args)).code).toBe(0)
    expect(existsSync(join(out, 'state.yaml'))).toBe(true)
    expect(existsSync(join(out, 'rendered/platform'))).toBe(true)
    expect((await netclaim(args)).code).toBe(0)
    expect((await netclaim(['check', '--head', folderOf(good), '--state', out])).code).toBe(0)
  })

  test('files that are gone are removed, a checkout keeps its Git data', async () => {
    const out = folderOf({
      'state.yaml': 'engine: "0.1.0"\n',
      'rendered/old/gone.yaml': 'x',
      '.git/HEAD': 'ref',
    })
    await netclaim(['render', '--head', folderOf(good), '--out', out])
    expect(existsSync(join(out, 'rendered/old'))).toBe(false)
    expect(readFileSync(join(out, '.git/HEAD'), 'utf8')).toBe('ref')
  })

  test('a folder that is no earlier output is left alone', async () => {
    const out = folderOf({ 'thesis.txt': 'dear' })
    const { code, err } = await netclaim(['render', '--head', folderOf(good), '--out', out])
    expect(code).toBe(2)
    expect(err).toMatch(/holds files that are no earlier output/)
    expect(readFileSync(join(out, 'thesis.txt'), 'utf8')).toBe('dear')
  })

  test('a state.yaml of somebody else makes no earlier output', async () => {
    const out = folderOf({ 'state.yaml': 'liquid: true\n', 'thesis.txt': 'dear' })
    const { code } = await netclaim(['render', '--head', folderOf(good), '--out', out])
    expect([code, readFileSync(join(out, 'thesis.txt'), 'utf8')]).toEqual([2, 'dear'])
  })

  test('a file in the place of the folder is left alone', async () => {
    const out = join(folderOf({ file: 'dear' }), 'file')
    const { code, err } = await netclaim(['render', '--head', folderOf(good), '--out', out])
    expect([code, readFileSync(out, 'utf8')]).toEqual([2, 'dear'])
    expect(err).toMatch(/is no folder/)
  })

  test('a link inside the output is removed, what it points to is not', async () => {
    const out = folderOf({ 'state.yaml': 'engine: "0.1.0"\n' })
    const other = folderOf({ 'keep.yaml': 'x' })
    mkdirSync(join(out, 'allocations'))
    symlinkSync(other, join(out, 'allocations/link'))
    symlinkSync(other, join(out, 'rendered'))
    writeFileSync(join(out, 'stray'), '')
    expect((await netclaim(['render', '--head', folderOf(good), '--out', out])).code).toBe(0)
    expect(existsSync(join(other, 'keep.yaml'))).toBe(true)
    expect(existsSync(join(other, 'platform'))).toBe(false)
    expect(existsSync(join(out, 'stray'))).toBe(false)
  })
})
