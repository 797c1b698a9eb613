import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eipClaim, subnetClaim } from '../claims.ts'
import { check, commitAll, mergeAndAllocate, propose } from '../pull-request.ts'
import type { Stage } from '../stage.ts'

/** Two branches, each fine alone. */
export function collision(stage: Stage): void {
  stage.title('3  Fine alone, not together')
  stage.say('Two tenants pin the same address, each in a pull request of its own.')
  propose(stage, 'mail', 'Ask for the address of the mail server', {
    'environments/photon-prod/mail.yaml': eipClaim('photon-prod', 'mail', '198.51.100.40'),
  })
  check(stage, 'mail', 0)
  propose(stage, 'shop', 'Ask for the address of the shop', {
    'environments/example/shop.yaml': eipClaim('example', 'shop', '198.51.100.40'),
  })
  check(stage, 'shop', 0)
  stage.say('The first is merged. The second is checked again, on the new main:')
  mergeAndAllocate(stage, 'mail')
  stage.step('switch', 'shop')
  stage.step('merge', 'main')
  const refused = check(stage, 'shop', 1)
  const place = 'environments/example/shop.yaml:8:9: error[eip/address-taken]'
  stage.expect(refused.includes(place), 'the second names its file and line')
  stage.expect(refused.includes('held by EipClaim photon-prod/mail'), 'and who holds the address')
}

/** Two subnets of one VPC. */
export function overlap(stage: Stage): void {
  stage.title('4  An overlap')
  propose(stage, 'staging', 'Ask for a staging subnet', {
    'environments/photon-prod/staging.yaml': subnetClaim('photon-prod', 'staging', '10.140.0.0/25'),
  })
  const refused = check(stage, 'staging', 1)
  const place = 'environments/photon-prod/staging.yaml:7:14: error[subnet/overlap]'
  stage.expect(refused.includes(place), 'the overlap names file and line')
  const both = 'overlaps SubnetClaim "production" (10.140.0.0/24) in namespace "photon-prod"'
  stage.expect(refused.includes(both), 'and the other party')
}

/** A pool that loses what somebody holds. */
export function shrunkPool(stage: Stage): void {
  stage.title('5  A pool shrunk below what is held')
  stage.say('The operators take the addresses from 198.51.100.32 on out of the provider subnet.')
  const path = 'platform/kmetal.yaml'
  const platform = readFileSync(join(stage.clone, path), 'utf8')
  const smaller = platform.replace(
    '198.51.100.200..198.51.100.254',
    '198.51.100.32..198.51.100.254',
  )
  stage.expect(smaller !== platform, 'the template has the range')
  stage.step('switch', '-c', 'shrink', 'main')
  writeFileSync(join(stage.clone, path), smaller)
  stage.git('diff', '--unified=0')
  commitAll(stage, 'Take addresses out of ext-a')
  const refused = check(stage, 'shrink', 1)
  const held = 'no longer has 198.51.100.40, which EipClaim photon-prod/mail holds'
  stage.expect(refused.includes('platform/kmetal.yaml:'), 'the pool names its file')
  stage.expect(refused.includes(held), 'and who holds what it would lose')
}
