import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { netclaim } from '../cli/fake-terminal.ts'
import { eip, environment } from '../functions/claims.ts'
import { commitFiles, gitIn } from '../git/sandbox.ts'
import { claim } from '../plan/files.ts'
import { endState, redefine } from './accident-world.ts'
import { type Circle, openCircle } from './circle-world.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'
import { kubeOvnCrds, openSyncStage, type SyncStage } from './sync-stage.ts'

const settings = (version: string) => ({
  'netclaim.yaml': `proof: ovn\nkubeOvnVersion: ${version}\n`,
})
type Files = Readonly<Record<string, string | undefined>>
const outside = (name: string) => ({
  [`environments/${name}/vpc.yaml`]: claim('VpcClaim', 'main', '{externalAccess: true}'),
})
const files = { ...settings('1.14.5'), ...environment('photon'), ...eip('photon', 'web') }

const NEW_KIND = 'bgp-confs.kubeovn.io'

/**
 * The controller is that of 1.16 throughout, and the definitions of the older version are those of 1.15: with what is
 * rendered for 1.14 both get along.
 */
describe.skipIf(!hasKubeOvn)('Kube-OVN is upgraded, and rolled back', { timeout: 300_000 }, () => {
  let stage: SyncStage
  let circle: Circle
  beforeAll(async () => {
    stage = await openSyncStage(files, ['photon', 'solar'], 'with Kube-OVN', '1.15')
    circle = await openCircle(stage)
    await circle.untilQuiet()
  }, START_MS)
  afterAll(() => stage?.stop())

  /** What the check says of a pull request. */
  async function asked(change: Files) {
    const { folder } = stage.repo
    gitIn(folder, 'switch', '--quiet', '--create', 'asked')
    commitFiles(folder, change)
    const compared = ['--head', 'asked', '--base', 'main', '--state', 'netclaim/state']
    const { out } = await netclaim(['check', ...compared, '--format', 'json'], { cwd: folder })
    gitIn(folder, 'switch', '--quiet', 'main')
    gitIn(folder, 'branch', '--quiet', '-D', 'asked')
    return JSON.parse(out) as {
      readonly verdict: string
      readonly findings: readonly { readonly rule: string; readonly object: string }[]
      readonly changes: readonly { readonly path: string }[]
    }
  }
  const pathsOf = async (change: Files) => (await asked(change)).changes.map(({ path }) => path)
  /** What is merged, and all that it moves in the cluster. */
  async function merged(change: Files): Promise<readonly string[]> {
    await stage.repo.change(change)
    const { synced } = await circle.round()
    const moved = synced.run.objects.filter(({ outcome }) => outcome !== 'unchanged')
    await circle.untilQuiet()
    return moved.map(({ id }) => id)
  }
  const warned = async () =>
    (await circle.round()).synced.run.findings.map(({ message }) => message)
  const kinds = () => stage.kubectl('get', 'crds', '-o', 'name')
  const specs = () =>
    stage.kubectl(
      'get',
      'vpcs,subnets,ovn-eips,ovn-snat-rules,provider-networks,vlans',
      '-o',
      'jsonpath={range .items[*]}{.kind} {.metadata.name} {.spec}{"\\n"}{end}',
    )

  test('with the version that is rendered for in a pull request of its own, and nothing is lost', async () => {
    const before = { ...(await endState(stage)), specs: specs() }
    expect(kinds()).not.toContain(NEW_KIND)
    await redefine(stage, kubeOvnCrds('1.16'))
    expect(kinds()).toContain(NEW_KIND)
    expect((await circle.round()).synced.run.objects.map(({ outcome }) => outcome)).not.toContain(
      'applied',
    )
    await circle.untilQuiet()
    expect({ ...(await endState(stage)), specs: specs() }).toEqual(before)

    const runs = ['deployment', 'kube-ovn-controller', '-n', 'kube-system']
    stage.kubectl('create', ...runs, '--image=kubeovn/kube-ovn:v1.16.2')
    expect(await warned()).toEqual([
      'Kube-OVN 1.16.2 runs here, and what is rendered is for 1.14.5',
    ])

    const vpc = ['rendered/environments/photon/vpcclaim-main.yaml']
    expect(await pathsOf(settings('1.16.2'))).toEqual(vpc)
    expect(await merged(settings('1.16.2'))).toEqual(['Vpc photon'])
    expect(await warned()).toEqual([])
    stage.kubectl('delete', ...runs)
    const { live, addresses } = await endState(stage)
    expect({ live, addresses }).toEqual({ live: before.live, addresses: before.addresses })
    expect(specs()).not.toBe(before.specs)

    // Claims go on in between, and what they got is there after the rollback.
    await merged(eip('photon', 'between'))
    expect(await pathsOf(settings('1.14.5'))).toEqual(vpc)
    expect(await merged(settings('1.14.5'))).toEqual(['Vpc photon'])
    await redefine(stage, kubeOvnCrds('1.15'))
    await circle.untilQuiet()
    const { addresses: after } = await endState(stage)
    expect(after).toEqual([...before.addresses, 'photon-between 198.51.100.22'].toSorted())
    await stage.repo.change({ 'environments/photon/eip-between.yaml': undefined })
    await circle.untilQuiet()
    expect({ ...(await endState(stage)), specs: specs() }).toEqual(before)
  })

  test('to one that cannot do what is there: it is kept and told, and no other like it is taken', async () => {
    const before = await endState(stage)
    const { verdict, findings } = await asked(settings('1.13.15'))
    expect(verdict).toBe('warn')
    const gate = 'vpc/needs-newer-kube-ovn'
    expect(findings).toContainEqual(expect.objectContaining({ rule: gate, severity: 'warning' }))
    await merged(settings('1.13.15'))
    const { live, addresses } = await endState(stage)
    expect({ live, addresses }).toEqual({ live: before.live, addresses: before.addresses })
    expect((await circle.book('photon')).get('VpcClaim main')).toMatchObject({
      phase: 'held',
      nonconforming: [gate],
    })
    expect(await asked(outside('solar'))).toMatchObject({
      verdict: 'refuse',
      findings: expect.arrayContaining([
        expect.objectContaining({
          rule: gate,
          severity: 'error',
          object: 'VpcClaim solar/main',
          message: expect.stringContaining('1.13.15'),
        }),
      ]),
    })
    await merged(settings('1.14.5'))
    expect(await endState(stage)).toEqual(before)
    expect((await asked(outside('solar'))).verdict).toBe('accept')
  })
})
