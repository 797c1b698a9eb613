import type { SubnetSpec } from '../claims/subnet-claim.ts'
import type { VpcSpec } from '../claims/vpc-claim.ts'
import type { Settings } from '../settings.ts'
import type { Manifest } from './manifest.ts'
import { renderAttachment } from './network-attachment-definition.ts'
import { type EipParts, renderOvnEip } from './ovn-eip.ts'
import { renderOvnSnatRule } from './ovn-snat-rule.ts'
import { renderSubnet } from './subnet.ts'
import { renderVpc, type VpcParts } from './vpc.ts'

/** What a SubnetClaim causes. */
export interface SubnetParts {
  readonly namespace: string
  readonly claim: string
  readonly spec: SubnetSpec
  /** Name of the OvnEip on the VPC's router port, if there is one. */
  readonly snatEip?: string
  readonly settings: Settings
}

/** What a VpcClaim causes; its egress address is an EipClaim's, written or implied. */
export function vpcManifests(parts: VpcParts & { readonly spec: VpcSpec }): readonly Manifest[] {
  const { external, ...rest } = parts
  const open = parts.spec.externalAccess && external !== undefined
  return [renderVpc(open ? { ...rest, external } : rest)]
}

/** What a SubnetClaim causes: the Subnet, its attachment, and its way out. */
export function subnetManifests(parts: SubnetParts): readonly Manifest[] {
  const { namespace, claim, spec, snatEip } = parts
  const manifests = [renderSubnet(namespace, claim, spec)]
  if (spec.attachment.managed) manifests.push(renderAttachment(namespace, claim, spec))
  if (spec.enableSnatRule && snatEip !== undefined) {
    manifests.push(renderOvnSnatRule(namespace, claim, snatEip))
  }
  return manifests
}

/** What an EipClaim causes; a second `lrp` claim is inert, yet its address is taken. */
export function eipManifests(parts: EipParts): readonly Manifest[] {
  return [renderOvnEip(parts)]
}
