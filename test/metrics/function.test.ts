import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allocateOnForge } from '../../functions/allocate-on-forge.ts'
import { metricsOf } from '../../functions/metrics.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { eip, environment } from '../functions/claims.ts'
import { STATE, Stage } from '../functions/stage.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { reservation } from '../plan/files.ts'
import { liveCluster, vipConfig } from '../vip/vip-files.ts'
import { checkMetrics, hasPromtool } from './promtool.ts'

const scratch = scratchFolder()
let count = 0
const open = (files = {}) => Stage.open(join(scratch, `${(count += 1)}.git`), files)

/** The metrics of stages by name, and what was read of their state branches for it. */
function metersOf(stages: Readonly<Record<string, Stage>>) {
  const reads: (readonly string[] | undefined)[] = []
  const lines: string[] = []
  const text = metricsOf({
    repositories: Object.keys(stages),
    contextFor: async (name) => {
      const { context } = stages[name] as Stage
      return { ...context, repository: watched(context.repository, reads) }
    },
    log: (...line) => void lines.push(JSON.stringify(line)),
  })
  return { reads, lines, text }
}

function watched(repository: Repository, reads: (readonly string[] | undefined)[]): Repository {
  const readState: Repository['readState'] = (commit, paths) => {
    reads.push(paths)
    return repository.readState(commit, paths)
  }
  return new Proxy(repository, {
    get: (target, key) => {
      if (key === 'readState') return readState
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The samples of a metric, without the repository. */
function samplesOf(text: string, name: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => line.replace(/repository="[^"]*",?/, '').slice(name.length))
}

describe('the metrics of a claims repository', () => {
  test('tell how full its pools are, and follow each allocation', async () => {
    const stage = await open(environment('photon'))
    const { text } = metersOf({ 'acme/claims': stage })
    const used = async () =>
      samplesOf(await text(), 'netclaim_pool_addresses').find((one) =>
        one.includes('ext-a",family="IPv4",state="used"'),
      )
    expect(await used()).toBe('{pool="ext-a",family="IPv4",state="used"} 1')
    await stage.commit(eip('photon', 'web'))
    await allocateOnForge(stage.context)
    expect(await used()).toBe('{pool="ext-a",family="IPv4",state="used"} 2')
    await stage.commit({ 'environments/photon/eip-web.yaml': undefined })
    await allocateOnForge(stage.context)
    expect(samplesOf(await text(), 'netclaim_pool_addresses')).toContain(
      '{pool="ext-a",family="IPv4",state="tombstoned"} 1',
    )
  })

  test('tell what is set aside, which is not free', async () => {
    const stage = await open(environment('photon'))
    const { text } = metersOf({ 'acme/claims': stage })
    const told = async () =>
      Object.fromEntries(
        samplesOf(await text(), 'netclaim_pool_addresses').flatMap((one) => {
          const [, state = '', value = ''] = /ext-a",.*state="(\w+)"\} (\d+)$/.exec(one) ?? []
          return state === '' ? [] : [[state, Number(value)]]
        }),
      )
    const before = await told()
    const kept = ['198.51.100.40..198.51.100.49']
    await stage.commit({ 'platform/kept/partners.yaml': reservation('partners', kept) })
    await allocateOnForge(stage.context)
    expect(await told()).toEqual({ ...before, free: (before['free'] ?? 0) - 10, reserved: 10 })
    await stage.commit({ 'platform/kept/partners.yaml': undefined })
    await allocateOnForge(stage.context)
    expect(await told()).toEqual(before)
  })

  test('tell the slots of each arena (K-072) (K-073)', async () => {
    const stage = await open({
      ...vipConfig(),
      'environments/photon/solar.yaml': liveCluster('solar', { blocks: 3 }),
      'environments/dynamo/lunar.yaml': liveCluster('lunar'),
    })
    const whole = await metersOf({ 'acme/claims': stage }).text()
    expect(samplesOf(whole, 'kube_dc_manager_address_arena_claim_slots_used')).toEqual([
      '{arena="vip-dynamo"} 1',
      '{arena="vip-photon"} 3',
    ])
    expect(samplesOf(whole, 'kube_dc_manager_address_arena_claim_slots_maximum')).toEqual([
      '{arena="vip-dynamo"} 64',
      '{arena="vip-photon"} 64',
    ])
    expect(samplesOf(whole, 'netclaim_address_arena_pool_blocks')).toEqual([
      '{arena="vip-dynamo"} 16',
      '{arena="vip-photon"} 16',
    ])
  })

  test('cost what has changed, once they were read', async () => {
    const stage = await open({
      ...environment('photon', 1),
      ...environment('dynamo', 2),
      ...vipConfig(),
      'environments/photon/solar.yaml': liveCluster('solar'),
    })
    const { text, reads } = metersOf({ 'acme/claims': stage })
    const first = await text()
    expect(await text()).toBe(first)
    expect(reads).toHaveLength(1)
    await stage.commit(eip('dynamo', 'web'))
    await allocateOnForge(stage.context)
    const second = await text()
    expect(second).not.toBe(first)
    expect(reads.at(-1)?.toSorted()).toEqual([
      'allocations/dynamo.yaml',
      'allocations/pools/ext-a/198.51.100.0.yaml',
      'allocations/pools/ext-a/index.yaml',
      'state.yaml',
    ])
    // The same as whoever reads it for the first time.
    expect(second).toBe(await metersOf({ 'acme/claims': stage }).text())
  })

  test('begin anew where the state branch was rewritten', async () => {
    const stage = await open(environment('photon'))
    const { text, reads } = metersOf({ 'acme/claims': stage })
    const before = stage.tip(STATE)
    const first = await text()
    await stage.commit(eip('photon', 'web'))
    await allocateOnForge(stage.context)
    await text()
    await stage.repository.move(STATE, before, stage.tip(STATE))
    expect(await text()).toBe(first)
    expect(reads).toHaveLength(3)
  })

  test('are read once for all who ask at the same time', async () => {
    const stage = await open(environment('photon'))
    const { text, reads } = metersOf({ 'acme/claims': stage })
    const [one, other] = await Promise.all([text(), text()])
    expect(one).toBe(other)
    expect(reads).toHaveLength(1)
  })

  test('of one that cannot be read are none, beside those of the others', async () => {
    const well = await open(environment('photon'))
    const ill = await open(environment('photon'))
    const broken = await ill.write(ill.tip(STATE), {
      'allocations/photon.yaml': 'nonsense: true\n',
    })
    await ill.repository.move(STATE, broken, ill.tip(STATE))
    const { text, lines } = metersOf({ 'acme/claims': well, 'acme/ill': ill })
    const whole = await text()
    expect(whole).toContain('netclaim_state_readable{repository="acme/claims"} 1\n')
    expect(whole).toContain('netclaim_state_readable{repository="acme/ill"} 0\n')
    expect(whole).toContain('netclaim_pool_addresses{repository="acme/claims"')
    expect(whole).not.toContain('netclaim_pool_addresses{repository="acme/ill"')
    expect(lines).toEqual([expect.stringContaining('is not as Netclaim writes it')])
  })

  test.skipIf(!hasPromtool)('are read by Prometheus, which has nothing against them', async () => {
    const stage = await open({
      ...environment('photon'),
      ...vipConfig(),
      'environments/photon/solar.yaml': liveCluster('solar'),
    })
    expect(checkMetrics(await metersOf({ 'acme/claims': stage }).text())).toBe('')
  })
})
