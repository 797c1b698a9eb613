import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import type { Rendered } from '../plan/rendered.ts'
import { isReady } from './is-ready.ts'
import { isWished } from './is-wished.ts'
import { inWaves, type OvnStage, openOvnStage } from './ovn-stage.ts'
import { environments, ovnWorld } from './ovn-world.ts'
import { pathOf } from './path-of.ts'
import { type Fate, type Refusal, refusals } from './refusals.ts'

const world = ovnWorld()

describe.skipIf(!isWished)('what the check refuses, on the real controllers', () => {
  let stage: OvnStage
  const came = new Map<Refusal, Fate>()

  beforeAll(async () => {
    stage = await openOvnStage(environments)
    await stage.applyAll(inWaves(world.manifests))
    await sleep(8_000)
    // A bad pool spoils the others, and a bad Subnet those of its VPC: each has its own, pools one by one.
    const alone = refusals.filter(({ object }) => object.kind !== 'IPAddressPool')
    for (const { object } of alone) {
      const vpc = (object['spec'] as { readonly vpc?: string }).vpc
      if (vpc?.startsWith('row-'))
        await make({ ...object, kind: 'Vpc', metadata: { name: vpc }, spec: {} })
    }
    await sleep(2_000)
    for (const row of alone) if (!(await make(row.object))) came.set(row, 'refused at the API')
    await sleep(8_000)
    for (const row of alone) if (!came.has(row)) came.set(row, await fateOf(row.object))
    for (const row of refusals.filter((one) => !alone.includes(one))) {
      const isMade = await make(row.object)
      await sleep(1_500)
      came.set(row, isMade ? await fateOf(row.object) : 'refused at the API')
      await stage.call('DELETE', pathOf(row.object))
    }
    console.log(table(came))
  }, 300_000)
  afterAll(() => stage.stop())

  async function make(object: KubeObject): Promise<boolean> {
    const path = pathOf(object).replace(/\/[^/]*$/, '')
    const { status } = await stage.call('POST', `${path}?fieldValidation=Strict`, object)
    return status === 201
  }

  async function fateOf(object: KubeObject): Promise<Fate> {
    const live = await stage.get(object)
    if (live === undefined) throw new Error(`${object.metadata.name} is gone`)
    const status = (live['status'] ?? {}) as {
      readonly availableIPv4?: number
      readonly conditions?: readonly { readonly type: string; readonly status: string }[]
    }
    if (object.kind === 'IPAddressPool')
      return (status.availableIPv4 ?? 0) > 0 ? 'taken' : 'silent fault'
    if (isReady(object as unknown as Rendered, live)) return 'taken'
    const isTold = status.conditions?.some(
      ({ type, status: is }) => type === 'Error' && is === 'True',
    )
    return isTold === true ? 'failed condition' : 'silent fault'
  }

  test.each(refusals)('$what: $rule before, $fate there', (row) => {
    const said = world.check(row.changes).report.findings
    const errors = said.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
    expect(errors).toContain(row.rule)
    expect(came.get(row)).toBe(row.fate)
    // Whoever is told by the cluster itself needs no reason; all others are to know why we are stricter.
    const isTold = row.fate === 'refused at the API' || row.fate === 'failed condition'
    expect(isTold || row.harm !== undefined).toBe(true)
  })
})

function table(came: ReadonlyMap<Refusal, Fate>): string {
  const rows = [...refusals].map((row) => [row.what, row.rule, came.get(row) ?? '', row.harm ?? ''])
  const all = [['what is refused', 'rule', 'what the real peer does', 'harm'], ...rows]
  const widths = [0, 1, 2].map((n) => Math.max(...all.map((cells) => cells[n]?.length ?? 0)))
  return all
    .map((cells) =>
      cells
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
