import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { applyBench } from './apply.ts'
import { changeRow, coldRows, coldTimes } from './check.ts'
import { importBench } from './import.ts'
import { netBench } from './net.ts'
import type { Row } from './row.ts'
import { startBench } from './start.ts'
import { syncBench } from './sync.ts'
import { vipBench } from './vip.ts'
import { webhookBench } from './webhook.ts'
import { yamlBench } from './yaml.ts'

const SIZES: Readonly<Record<string, number>> = { '10k': 10_000, '100k': 100_000 }

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10k' },
    json: { type: 'string' },
    only: { type: 'string' },
  },
})
await main()

/** Measures everything of one size, prints a table, and writes JSON where `--json FILE` asks for it. */
async function main(): Promise<void> {
  const size = SIZES[values.size ?? '']
  if (size === undefined) throw new Error(`--size takes ${Object.keys(SIZES).join(' or ')}`)
  const parts: Readonly<Record<string, () => Promise<readonly Row[]> | readonly Row[]>> = {
    check: () => checkBench(size),
    net: netBench,
    yaml: yamlBench,
    start: startBench,
    webhook: webhookBench,
    apply: applyBench,
    sync: syncBench,
    import: importBench,
    vip: vipBench,
  }
  const rows: Row[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue
    process.stderr.write(`measuring ${name}\n`)
    rows.push(...(await part()))
  }
  console.log(rows.map(lineOf).join('\n'))
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ size, rows }, null, 2)}\n`)
}

async function checkBench(size: number): Promise<readonly Row[]> {
  const rows = [...coldRows(size)]
  const cold = rows[0]?.ours ?? 0
  const change = await changeRow(size, cold)
  rows.push(change.row)
  if (size > 10_000) {
    const [small, large] = coldTimes([10_000, size])
    const growth = large / small
    rows.push({
      name: 'cold check, 100k against 10k',
      ours: growth,
      unit: 'x',
      goal: '<= 11x',
      met: growth <= 11,
    })
    const little = await changeRow(10_000, small)
    const more = change.ms / little.ms
    rows.push({
      name: 'one changed claim, 100k against 10k',
      ours: more,
      unit: 'x',
      goal: '<= 2x',
      met: more <= 2,
    })
  }
  return rows
}

function lineOf({ name, ours, peer, unit, ratio, goal, met }: Row): string {
  const numbers = `${round(ours)} ${unit}${peer === undefined ? '' : ` against ${round(peer)}`}`
  const times = ratio === undefined ? '' : `, ${round(ratio)} times`
  const wish = goal === undefined ? '' : `  [${goal}: ${met ? 'met' : 'NOT MET'}]`
  return `${name}\n    ${numbers}${times}${wish}`
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}
