import { documents, eipClaim, subnetClaim, tenant, vpcClaim } from '../claims.ts'
import { allocate, check, mergeAndAllocate, propose } from '../pull-request.ts'
import type { Stage } from '../stage.ts'

/** A claims repository from the template, and the bare repository that everybody pushes to. */
export function beginning(stage: Stage): void {
  stage.title('A claims repository')
  stage.say('netclaim init makes it: claims on main, ledger and manifests on netclaim/state.')
  stage.say(
    'Every command below is run as it stands; only what Git chats about its own is left out.',
  )
  stage.netclaim(0, 'init', 'claims')
  stage.step('init', '--bare', '-b', 'main', '../hub.git')
  stage.step('remote', 'add', 'origin', '../hub.git')
  stage.step('push', '-u', 'origin', 'main', 'netclaim/state')
  const nothing = allocate(stage)
  stage.expect(nothing.startsWith('nothing to allocate'), 'init leaves nothing to allocate')
}

/** An environment with a VPC and a subnet. */
export function newTenant(stage: Stage): void {
  stage.title('1  A new tenant')
  stage.say('A pull request is a branch here. What its check would say, before anything is merged:')
  propose(stage, 'onboard-photon', 'Bring photon on board', {
    'platform/tenants/photon-prod.yaml': tenant('photon-prod', 20),
    'environments/photon-prod/network.yaml': documents(
      vpcClaim('photon-prod'),
      subnetClaim('photon-prod', 'production', '10.140.0.0/24'),
    ),
  })
  const shown = check(stage, 'onboard-photon', 0)
  stage.expect(shown.includes('implicit, a preview until merged'), 'the egress address is shown')
  stage.say('Merged. The push to main allocates: one commit on netclaim/state.')
  const made = mergeAndAllocate(stage, 'onboard-photon')
  stage.expect(made.includes('EipClaim photon-prod/external 198.51.100.22'), 'the VPC has its EIP')
}

/** An address that nobody asked for by number. */
export function anAddress(stage: Stage): void {
  stage.title('2  A claim that gets an address')
  propose(stage, 'web', 'Ask for an address for web', {
    'environments/photon-prod/web.yaml': eipClaim('photon-prod', 'web'),
  })
  const shown = check(stage, 'web', 0)
  stage.expect(/web +198\.51\.100\.23 +ext-a +new, a preview/.test(shown), 'the lowest free one')
  const made = mergeAndAllocate(stage, 'web')
  stage.expect(made.includes('EipClaim photon-prod/web 198.51.100.23'), 'web gets the preview')
}
