import { expect, test } from 'vitest'
import { claim, platformFile } from './files.ts'
import { photon } from './world.ts'

const b = 'environments/photon-prod/b.yaml'
const c = 'environments/photon-prod/c.yaml'

function collided() {
  const world = photon({ [b]: claim('SubnetClaim', 'b', '{cidrBlock: 10.2.0.0/24}') })
  world.commit({ [c]: claim('SubnetClaim', 'c', '{cidrBlock: 10.2.0.0/25}') })
  return world
}

test('a commit that brings a collision is red', () => {
  expect(collided().said).toContain('error subnet/overlap')
})

test('the commits after it are not, of operators or of others', () => {
  const world = collided()
  const kmetal = platformFile({ blocked: '[172.16.0.0/16]' })
  world.commit({ 'platform/kmetal.yaml': kmetal })
  expect(world.said).toContain('info subnet/overlap')
  expect(world.said.filter((one) => one.startsWith('error'))).toEqual([])
  world.commit({ 'environments/other/vpc.yaml': claim('VpcClaim', 'main') })
  expect(world.said).toEqual([])
})

test('who takes the winner away is not told that the loser had lost', () => {
  const world = collided()
  const { report } = world.check({ [b]: undefined })
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('what was information about others before is no news', () => {
  const world = photon()
  const { report } = world.check({
    'platform/kmetal.yaml': platformFile({ blocked: '[10.0.0.0/8]' }),
  })
  expect(report.findings).toEqual([])
})

test('a platform file that is gone is told where it was', () => {
  const { report } = photon().check({ 'platform/kmetal.yaml': undefined })
  expect(report.findings[0]).toMatchObject({
    rule: 'platform/missing',
    at: { file: 'platform/kmetal.yaml', line: 1 },
  })
})
