import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../git/sandbox.ts'
import { kdcCluster, liveCluster, vipConfig } from '../vip/vip-files.ts'
import { ClaimsHistory } from './claims-history.ts'

const scratch = scratchFolder()
const solar = 'environments/example/solar.yaml'

test('who has a VIP, whose block it is, and how long its arena lasts', async () => {
  const history = await ClaimsHistory.begin(join(scratch, 'vip'), vipConfig())
  history.commit({ [solar]: liveCluster('solar', { blocks: 2 }) }, 'Two (#21)', { day: '02-01' })
  await history.out('allocate')
  const told = async (...args: readonly string[]) =>
    (await history.out('who', ...args)).replaceAll(/[0-9a-f]{12} -> [0-9a-f]{12}/g, 'ID')
  const by = 'by ada <ada@example.com>'
  expect(await told('10.242.0.5')).toBe(
    `10.242.0.0/28  KdcCluster example/solar  vip-example\n  held  2026-02-01 10:00  ID  #21 Two, ${by}\n`,
  )
  expect(await told('10.242.0.0/24')).toContain('10.242.0.16/28  KdcCluster example/solar')
  expect(await told('10.242.0.99')).toBe('nobody has 10.242.0.99: it is free in pool vip-example\n')
  history.commit(
    { [solar]: liveCluster('solar', { blocks: 2, choice: 'disabled' }) },
    'Opt out (#22)',
    { day: '03-01' },
  )
  await history.run('allocate')
  expect(await told('10.242.0.5')).toContain(
    `\n  withdrawn  2026-03-01 10:00  ID  #22 Opt out, ${by}\n`,
  )
  history.commit({ [solar]: undefined }, 'Gone (#23)', { day: '04-01' })
  await history.run('allocate')
  const { out, code } = await history.run('stuck')
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('no facts tell whether its cluster is gone'),
  ])
  expect(out).toMatch(
    /KdcCluster example\/solar .*since 2026-04-01 10:00 {2}[0-9a-f]{12} {2}#23 Gone, by ada/,
  )
  expect(await told('KdcCluster example/solar')).toContain(
    `  released   2026-04-01 10:00  ID  #23 Gone, ${by}`,
  )
})

test('who had a VIP block of a cluster that is gone, in a project that lives on', async () => {
  const history = await ClaimsHistory.begin(join(scratch, 'block'), vipConfig())
  history.commit({ [solar]: liveCluster('solar', { blocks: 2 }) }, 'Two (#21)', { day: '02-01' })
  await history.out('allocate')
  history.commit({ [solar]: undefined }, 'Gone (#22)', { day: '03-01' })
  await history.run('allocate')
  await history.out('allocate', '--never-applied')
  expect(await history.out('who', '10.242.0.20')).toMatch(
    /^nobody has 10\.242\.0\.20.*\n\nBefore\n10\.242\.0\.16\/28 {2}KdcCluster example\/solar {2}vip-example\n {2}held .*#21 Two/,
  )
})

test('an arena is full when its slots are', async () => {
  const history = await ClaimsHistory.begin(join(scratch, 'slots'), vipConfig())
  const days = ['01-11', '01-21', '01-31', '02-10', '02-20', '03-02', '03-12']
  for (const [n, day] of days.entries())
    history.commit({ [`environments/example/c${n}.yaml`]: liveCluster(`c${n}`) }, day, { day })
  history.commit(
    { 'environments/example/off.yaml': kdcCluster('off', { blocks: 1, choice: 'disabled' }) },
    'Off',
    { day: '03-13' },
  )
  await history.run('allocate')
  const { forecast } = JSON.parse(
    await history.out('capacity', '--forecast', '--format', 'json'),
  ) as {
    forecast: { pool: string; free: string; outlook: string; full?: { expected: string } }[]
  }
  const [blocks, slots] = ['vip-example/10.242.0.0/24', 'vip-example'].map((pool) =>
    forecast.find((row) => row.pool === pool),
  )
  expect(blocks).toMatchObject({ free: '9', outlook: 'fills' })
  expect(slots).toMatchObject({ free: '57', outlook: 'fills' })
  expect(slots?.full?.expected.slice(0, 10)).toMatch(/^2027-/)
})
