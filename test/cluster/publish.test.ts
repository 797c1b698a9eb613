import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eip, environment } from '../functions/claims.ts'
import { dnsEndpointCrd } from './dns-endpoint-crd.ts'
import { hasApiServer, START_MS } from './real-api-server.ts'
import { openSyncStage, outcomes, type SyncStage } from './sync-stage.ts'

const published = 'proof: api\npublish: {configMap: netclaim-values, dnsZone: net.example.com}\n'
const files = { 'netclaim.yaml': published, ...environment('photon'), ...eip('photon', 'web') }
const record = 'DNSEndpoint photon/netclaim-web'

describe.skipIf(!hasApiServer)('what is published, on a real API server', () => {
  let stage: SyncStage
  beforeAll(async () => {
    stage = await openSyncStage(files, ['photon'], 'without controllers')
  }, START_MS)
  afterAll(() => stage?.stop())

  // No controller runs here, so nothing becomes healthy, and nothing is waited for.
  const sync = () => stage.sync({ waitMs: 1 })
  const targets = () =>
    stage.kubectl(
      'get',
      'dnsendpoints',
      '-n',
      'photon',
      '-o',
      'jsonpath={range .items[*].spec.endpoints[*]}{.dnsName} {.recordType} {.targets}{"\\n"}{end}',
    )

  test('a record without the definition of external-dns is told, and holds up nothing else', async () => {
    const seen = outcomes(await sync())
    expect(seen[record]).not.toMatch(/applied|unchanged/)
    expect(seen['OvnEip photon-web']).toBe('applied')
  })

  test('comes with it, stays beside the status that external-dns writes, and goes with the setting', async () => {
    await stage.cluster.apply(dnsEndpointCrd)
    await expect
      .poll(async () => outcomes(await sync())[record], { timeout: 30_000 })
      .toMatch(/applied|unchanged/)
    expect(targets()).toBe(
      'external.photon.net.example.com A ["198.51.100.20"]\nweb.photon.net.example.com A ["198.51.100.21"]\n',
    )
    const status = '{"status":{"observedGeneration":1}}'
    const patch = ['patch', 'dnsendpoint', 'netclaim-web', '-n', 'photon', '--subresource=status']
    stage.kubectl(...patch, '--type=merge', '-p', status)
    expect(outcomes(await sync())[record]).toBe('unchanged')
    await stage.repo.change({ 'netclaim.yaml': 'proof: api\n' })
    expect(outcomes(await sync())[record]).toBe('removed')
    expect(targets()).toBe('')
  })
})
