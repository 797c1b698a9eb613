import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { makeState } from '../../functions/make-state.ts'
import { type RunningForge, startForge } from '../../lib/adapters/embedded-forge/start-forge.ts'
import { githubClient } from '../../lib/adapters/github/client.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from '../git/sandbox.ts'
import { handClock } from '../github/clock.ts'
import { claim, platformFile } from '../plan/files.ts'
import { type ImportStage, openImportStage } from './import-stage.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'

interface Told {
  readonly branch: string
  readonly pull?: { readonly number: number; readonly outcome: string }
  readonly captured: readonly Hand[]
  readonly left: readonly (Hand & { readonly reason: string; readonly next: string })[]
  readonly check?: { readonly verdict: string }
}

interface Hand {
  readonly object: string
  readonly field?: string
  readonly manager: string
  readonly since?: string
}

const mail = `apiVersion: kubeovn.io/v1
kind: OvnEip
metadata: {name: photon-prod-mail}
spec: {externalSubnet: ext-a, type: nat, v4Ip: 198.51.100.60}
`

const lab = `apiVersion: metallb.io/v1beta1
kind: IPAddressPool
metadata: {name: lab, namespace: kmetal-metallb}
spec: {addresses: [10.7.0.0/24]}
`

/** No daemon of Kube-OVN runs here, which would look for the machines' interfaces. */
const UNREADY = ['unready ProviderNetwork provider', 'unready ProviderNetwork provider2']
const scratch = scratchFolder()

function stuckIn(out: string): readonly string[] {
  const { stuck } = JSON.parse(out) as { stuck: readonly { is: string; what: string }[] }
  return stuck.map(({ is, what }) => `${is} ${what}`)
}

describe.skipIf(!hasKubeOvn)('what a person changed with kubectl', () => {
  let stage: ImportStage
  let forge: RunningForge
  afterEach(async () => {
    await forge?.stop()
    await stage?.stop()
  })

  const at = { owner: 'octo', repo: 'claims' }

  /** Held against what the forge has. */
  async function told(...args: readonly string[]): Promise<Told> {
    const env = { NETCLAIM_FORGE_URL: `${forge.url}/api/v3`, GITHUB_TOKEN: forge.token }
    const all = ['--pull-request', 'octo/claims', '--format', 'json', ...args]
    const { code, out, err } = await stage.capture(all, env)
    expect([code, err]).toEqual([0, ''])
    return JSON.parse(out) as Told
  }

  test(
    'is a pull request, merged, and then in sync with nobody’s value changed',
    async () => {
      stage = await openImportStage()
      forge = await startForge({ folder: join(scratch, 'forge'), inMemory: true })
      const { dir } = await forge.createRepository({ owner: 'octo', name: 'claims' })
      const push = async () => {
        gitIn(stage.repo, 'push', '--quiet', '--force', dir, 'main', 'netclaim/state')
        await forge.scan()
      }
      newRepository(stage.repo)
      commitFiles(stage.repo, {
        'platform/kmetal.yaml': platformFile(),
        'environments/photon-prod/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
        'environments/photon-prod/web.yaml': claim('EipClaim', 'web'),
      })
      await makeState(stage.repo, { planner, engine: ownVersion() })
      stage.kubectl('create namespace photon-prod')
      for (let n = 0; n < 6 && !/in sync/.test((await stage.sync()).out); n++) await stage.atRest()
      await stage.atRest()
      await push()
      const before = await told()
      expect(before).toMatchObject({ captured: [], left: [] })
      expect(before.pull).toBeUndefined()

      const began = new Date().toISOString()
      const pool = {
        spec: { addresses: ['172.21.208.100-172.21.208.250', '172.21.209.0-172.21.209.15'] },
      }
      const segment = {
        spec: { excludeIps: ['198.51.100.1..198.51.100.19', '198.51.100.190..198.51.100.254'] },
      }
      const advertised = { spec: { interfaces: ['bond9'] } }
      stage.kubectl(
        `-n kmetal-metallb patch ipaddresspools.metallb.io tenant-cp-pool --type merge -p ${JSON.stringify(pool)}`,
      )
      stage.kubectl(`patch subnets.kubeovn.io ext-a --type merge -p ${JSON.stringify(segment)}`)
      stage.kubectl(
        `-n kmetal-metallb patch l2advertisements.metallb.io tenant-cp-pool --type merge -p ${JSON.stringify(advertised)}`,
      )
      stage.kubectl('create -f -', mail)
      stage.kubectl('create -f -', lab)
      await stage.atRest()

      const { code, out } = await stage.stuck('--format', 'json')
      expect(code).toBe(1)
      expect(stuckIn(out)).toEqual([
        'failing IPAddressPool kmetal-metallb/tenant-cp-pool',
        ...UNREADY,
        'failing Subnet ext-a',
      ])

      const { captured, left, check, pull, branch } = await told()
      expect(captured.map(({ object, manager }) => [object, manager])).toEqual([
        ['IPAddressPool kmetal-metallb/tenant-cp-pool', 'kubectl-patch'],
        ['Subnet ext-a', 'kubectl-patch'],
        ['OvnEip photon-prod-mail', 'kubectl-create'],
      ])
      expect(left.map(({ object, field, manager }) => [object, field, manager])).toEqual([
        ['L2Advertisement kmetal-metallb/tenant-cp-pool', '.spec.interfaces', 'kubectl-patch'],
        ['IPAddressPool kmetal-metallb/lab', undefined, 'kubectl-create'],
      ])
      // The API server notes whole seconds.
      for (const { since = '' } of [...captured, ...left])
        expect([since, since >= began.slice(0, 19)]).toEqual([expect.stringMatching(/Z$/), true])
      // What is to be done next is what kubectl takes.
      for (const { next } of left) {
        const [, target = ''] = /kubectl (?:edit|delete) (\S+ \S+(?: -n \S+)?)/.exec(next) ?? []
        expect(stage.kubectl(`get ${target} -o name`)).toMatch(/lab|tenant-cp-pool/)
      }
      expect(check?.verdict).not.toBe('refuse')
      expect(pull).toMatchObject({ number: 1, outcome: 'opened' })
      expect((await told()).pull).toMatchObject({ number: 1, outcome: 'same' })

      const octokit = githubClient({
        baseUrl: `${forge.url}/api/v3`,
        auth: { token: forge.token },
        clock: handClock(),
        writeGapMs: 0,
      })
      await octokit.rest.pulls.merge({ ...at, pull_number: 1 })
      expect(gitIn(dir, 'branch', '--list', branch)).toContain(branch)
      gitIn(stage.repo, 'pull', '--quiet', dir, 'main')
      await stage.change({})
      await push()
      const specs = await stage.specs()
      expect(await stage.sync()).toMatchObject({ code: 0, err: '' })
      await stage.atRest()
      expect(await stage.specs()).toEqual(specs)
      const revisions = await stage.atRest()
      expect(await stage.sync()).toMatchObject({ code: 0, err: '' })
      expect(await stage.atRest()).toEqual(revisions)
      const after = await told()
      expect(after.captured).toEqual([])
      expect(after.left).toHaveLength(2)
      expect(stuckIn((await stage.stuck('--format', 'json')).out)).toEqual(UNREADY)
      expect((await stage.find('OvnEip', 'photon-prod-mail'))?.['spec']).toMatchObject({
        v4Ip: '198.51.100.60',
      })
    },
    START_MS,
  )
})
