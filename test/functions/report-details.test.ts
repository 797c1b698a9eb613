import { join } from 'node:path'
import { expect, test } from 'vitest'
import { report } from '../../functions/report.ts'
import type { ReportedRun } from '../../lib/pipeline/sync-report/reported-run.ts'
import { failureReport, runReport } from '../../lib/pipeline/sync-report/run-report.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { hostile } from '../summary/sample.ts'
import { environment } from './claims.ts'
import { STATE, Stage } from './stage.ts'

const scratch = scratchFolder()
const SYNC = 'netclaim/sync/one'
let count = 0

async function open() {
  const stage = await Stage.open(join(scratch, `${(count += 1)}.git`), environment('photon'))
  stage.now = Date.parse('2026-11-30T00:00:00Z')
  const tip = stage.tip(STATE)
  const main = stage.tip()
  const say = (
    minute: number,
    state: 'success' | 'failure' | 'pending',
    run: Partial<ReportedRun>,
  ) =>
    report(
      stage.context,
      runReport({ commit: tip, objects: [], findings: [], ...run }, of(minute, state)),
    )
  const comment = () => stage.forge.comments.get(`${main} ${SYNC}`)
  const status = () => stage.status(main, SYNC)
  return { stage, say, comment, status, tip, main }
}

const of = <S>(minute: number, state: S) => ({ cluster: 'one', state, at: at(minute) })
const at = (minute: number) =>
  new Date(Date.parse('2026-11-29T12:00:00Z') + minute * 60_000).toISOString()

const well = { id: 'Vpc photon', outcome: 'applied', health: { state: 'healthy' } } as const
const late = {
  id: 'OvnEip photon-web',
  outcome: 'applied',
  health: { state: 'progressing', reason: 'NotReady', message: 'its controller has not made it' },
} as const
const mixed = [
  well,
  {
    id: 'Subnet photon-lab',
    outcome: 'conflict',
    message: `.spec.gateway is "kubectl-edit"'s`,
    conflicts: [{ manager: 'kubectl-edit', field: '.spec.gateway', since: '2026-11-30T12:00:00Z' }],
  },
  { id: 'OvnEip photon-x', outcome: 'refused', message: 'denied by "no-x" (403)' },
  late,
] as const

test('every object that failed or waits is named on the commit, with its reason', async () => {
  const { say, comment, status, main, tip } = await open()
  await say(0, 'failure', { objects: mixed })
  expect(comment()).toBe(`### ❌ Cluster \`one\` is not as this commit wants it

1 of 4 objects are as Git says.

- \`Subnet photon-lab\` **conflict**: \`.spec.gateway\` is set by \`kubectl-edit\` since \`2026-11-30T12:00:00Z\`
- \`OvnEip photon-x\` **refused**: denied by "no-x" (403)
- \`OvnEip photon-web\` **NotReady**: its controller has not made it

<sub>main ${main.slice(0, 12)} · state ${tip.slice(0, 12)}</sub>
`)
  expect(status()?.description).toMatch(
    /^1\/4 objects are well, 2 failed, 1 waits; Subnet photon-lab: conflict.* \(own, /,
  )
})

test('the comment goes with what is so now, and is resolved in the end', async () => {
  const { stage, say, comment } = await open()
  await say(0, 'failure', { objects: mixed })
  await say(1, 'failure', { objects: mixed.slice(0, 3) })
  expect(comment()).not.toContain('photon-web')
  const { written } = stage.forge
  await say(2, 'failure', { objects: mixed.slice(0, 3) })
  expect(stage.forge.written).toBe(written)
  await say(3, 'success', { objects: [well] })
  expect(comment()).toMatch(/^### ✅ Resolved\n\nCluster `one` is as this commit wants it/)
  await say(2, 'failure', { objects: mixed })
  expect(comment()).toMatch(/^### ✅ Resolved/)
})

test('a run that goes well says nothing beside its status', async () => {
  const { stage, say, comment } = await open()
  await say(0, 'pending', { objects: [well, late] })
  await say(1, 'success', { objects: [well] })
  expect(comment()).toBeUndefined()
  expect(stage.forge.comments.size).toBe(0)
})

test('what waits too long is named, and the same wait is written once', async () => {
  const { stage, say, comment, status } = await open()
  await say(0, 'pending', { objects: [well, late] })
  const { written } = stage.forge
  for (const minute of [1, 2, 3]) await say(minute, 'pending', { objects: [well, late] })
  expect(stage.forge.written).toBe(written)
  expect(comment()).toBeUndefined()
  await say(10, 'pending', { objects: [well, late] })
  expect(comment()).toContain('### ⏳ Cluster `one` still waits with this commit')
  expect(comment()).toContain('- `OvnEip photon-web` **NotReady**')
  await say(46, 'pending', { objects: [well, late] })
  expect(status()?.description).toContain(at(46).slice(0, 19))
  await say(47, 'success', { objects: [well] })
  expect(comment()).toMatch(/^### ✅ Resolved/)
})

test('a run that could not be made says why on the tip, until the next one could', async () => {
  const { stage, say, comment, status, tip } = await open()
  const why = 'the cluster does not answer: connect ECONNREFUSED'
  await report(stage.context, failureReport(why, { cluster: 'one', at: at(0) }))
  expect(stage.status(tip, SYNC)).toMatchObject({
    state: 'error',
    description: expect.stringMatching(/^failed, because the cluster does not answer/),
  })
  expect(comment()).toContain(
    '### ❌ Cluster `one` could not be brought to this commit\n\nfailed, because the cluster does not',
  )
  await say(1, 'pending', { objects: [well, late] })
  expect(status()).toMatchObject({ state: 'pending' })
  await say(2, 'success', { objects: [well] })
  expect(comment()).toMatch(/^### ✅ Resolved/)
})

test('what is said of a whole unit stands first, with what to do', async () => {
  const { say, comment } = await open()
  const findings = [{ message: '"rendered/x" cannot be applied', hint: 'restore the branch' }]
  await say(0, 'failure', { objects: mixed, findings })
  expect(comment()).toContain(
    'Git says.\n\n- "rendered/x" cannot be applied\n  - hint: restore the branch\n- `Subnet',
  )
})

test('more than a comment takes is counted', async () => {
  const { say, comment } = await open()
  const objects = Array.from({ length: 3_000 }, (_, nth) => ({
    id: `OvnEip photon-${nth}`,
    outcome: 'refused',
    message: '<'.repeat(400),
  }))
  await say(0, 'failure', { objects })
  const text = comment() ?? ''
  expect(text.length).toBeLessThan(60_000)
  const shown = text.match(/^- `OvnEip/gm)?.length ?? 0
  expect(shown).toBeGreaterThan(5)
  expect(text).toContain(`\n- … and ${3_000 - shown} more; \`netclaim sync --dry-run\` shows all\n`)
})

test('nothing that a cluster says becomes markup', async () => {
  const { say, comment } = await open()
  const objects = [
    {
      id: hostile,
      outcome: 'conflict',
      message: hostile,
      conflicts: [{ manager: hostile, field: hostile, since: hostile }],
    },
    { id: `OvnEip \`${hostile}`, outcome: 'failed', message: hostile },
  ]
  await say(0, 'failure', { objects, findings: [{ message: hostile, hint: hostile }] })
  const text = comment() ?? ''
  // Line feeds are ours.
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
  expect(text).not.toMatch(/<(?!\/?sub>)/)
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(1)
  expect(text).not.toContain('@everyone ')
})
