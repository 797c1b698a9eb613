import { afterEach, describe, expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { makeState } from '../../functions/make-state.ts'
import { commitFiles, gitIn, newRepository } from '../git/sandbox.ts'
import { claim, platformFile } from '../plan/files.ts'
import { type ImportStage, openImportStage } from './import-stage.ts'
import { hasKubeOvn, START_MS } from './real-api-server.ts'

interface Told {
  readonly branch: string
  readonly captured: readonly { readonly object: string; readonly manager: string }[]
  readonly left: readonly { readonly object: string; readonly reason: string }[]
  readonly check?: { readonly verdict: string }
}

const mail = `apiVersion: kubeovn.io/v1
kind: OvnEip
metadata: {name: photon-prod-mail}
spec: {externalSubnet: ext-a, type: nat, v4Ip: 198.51.100.60}
`

/** No daemon of Kube-OVN runs here, which would look for the machines' interfaces. */
const UNREADY = ['unready ProviderNetwork provider', 'unready ProviderNetwork provider2']

function stuckIn(out: string): readonly string[] {
  const { stuck } = JSON.parse(out) as { stuck: readonly { is: string; what: string }[] }
  return stuck.map(({ is, what }) => `${is} ${what}`)
}

describe.skipIf(!hasKubeOvn)('what a person changed with kubectl', () => {
  let stage: ImportStage
  afterEach(() => stage.stop())

  async function told(...args: readonly string[]): Promise<Told> {
    const { code, out, err } = await stage.capture('--format', 'json', ...args)
    expect([code, err]).toEqual([0, ''])
    return JSON.parse(out) as Told
  }

  test(
    'is captured, merged, and then in sync with nobody’s value changed',
    async () => {
      stage = await openImportStage()
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
      expect(await told()).toMatchObject({ captured: [], left: [] })

      const pool = {
        spec: { addresses: ['172.21.208.100-172.21.208.250', '172.21.209.0-172.21.209.15'] },
      }
      const segment = {
        spec: { excludeIps: ['198.51.100.1..198.51.100.19', '198.51.100.190..198.51.100.254'] },
      }
      stage.kubectl(
        `-n kmetal-metallb patch ipaddresspools.metallb.io tenant-cp-pool --type merge -p ${JSON.stringify(pool)}`,
      )
      stage.kubectl(`patch subnets.kubeovn.io ext-a --type merge -p ${JSON.stringify(segment)}`)
      stage.kubectl('create -f -', mail)
      await stage.atRest()

      const { code, out } = await stage.stuck('--format', 'json')
      expect(code).toBe(1)
      expect(stuckIn(out)).toEqual([
        'failing IPAddressPool kmetal-metallb/tenant-cp-pool',
        ...UNREADY,
        'failing Subnet ext-a',
      ])

      const { captured, left, check, branch } = await told('--write')
      expect(captured.map(({ object, manager }) => [object, manager])).toEqual([
        ['IPAddressPool kmetal-metallb/tenant-cp-pool', 'kubectl-patch'],
        ['Subnet ext-a', 'kubectl-patch'],
        ['OvnEip photon-prod-mail', 'kubectl-create'],
      ])
      expect(left).toEqual([])
      expect(check?.verdict).not.toBe('refuse')

      gitIn(stage.repo, 'merge', '--quiet', branch)
      await stage.change({})
      expect(await stage.sync()).toMatchObject({ code: 0, err: '' })
      await stage.atRest()
      expect(await told()).toMatchObject({ captured: [], left: [] })
      expect(stuckIn((await stage.stuck('--format', 'json')).out)).toEqual(UNREADY)
      expect((await stage.find('IPAddressPool', 'tenant-cp-pool'))?.['spec']).toMatchObject({
        addresses: ['172.21.208.100-172.21.208.250', '172.21.209.0-172.21.209.15'],
      })
      expect((await stage.find('OvnEip', 'photon-prod-mail'))?.['spec']).toMatchObject({
        v4Ip: '198.51.100.60',
      })
    },
    START_MS,
  )
})
