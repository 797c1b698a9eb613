import type { Binding, EipClaimStatus } from '../../domain/claims/status.ts'
import type { Entry } from '../../domain/ledger/entry.ts'
import { egressEipName, eipName, vpcName } from '../../domain/names.ts'
import { printable } from '../../domain/printable.ts'
import type { ClaimObject } from './claim-object.ts'
import type { Environment } from './environment.ts'
import { isConnected } from './gateway-problem.ts'
import type { LiveEip } from './live-kinds.ts'
import { pinProblem } from './pin-problem.ts'
import { isGoing, notReady, stopped, type Verdict } from './verdict.ts'

/** What is said of an EipClaim. */
export interface EipVerdict {
  readonly verdict: Verdict
  readonly status: Omit<EipClaimStatus, 'conditions'>
}

/**
 * The first of these that holds: on its way out (`EipInUseByVpc`, `EipInUseByService`, `Releasing`), `OnHold`,
 * `EipNotReady` (a rejected claim is told why with this reason, too), `EipReady`.
 */
export function eipStatus(claim: ClaimObject, environment: Environment): EipVerdict {
  const { name } = claim.metadata
  const entry = environment.book.get(`EipClaim ${name}`)
  const pool = entry?.pool ?? environment.externalSubnet
  const object = objectName(claim, pool)
  const eip = object === undefined ? undefined : environment.live.eips.get(object)
  const binding = bindingOf(claim, environment, pool)
  const v4Ip = eip?.status.v4Ip ?? ''
  const eipVerdict = isGoing(claim, entry)
    ? going(claim, environment, binding)
    : verdictOn({ claim, entry, pool, object, eip, environment })
  return {
    verdict: eipVerdict,
    status: {
      ...(object === undefined ? {} : { eip: object }),
      ...(v4Ip === '' ? {} : { v4Ip }),
      ...(binding === 'unknown' ? {} : { bound: binding !== undefined }),
      ...(binding === 'unknown' || binding === undefined ? {} : { binding }),
    },
  }
}

/** The claim `external` is the port of the VPC, whose OvnEip Kube-OVN finds by its name. */
function objectName({ metadata, spec }: ClaimObject, pool: string | undefined) {
  const { name, namespace } = metadata
  if (name !== 'external' || spec.type !== 'lrp') return eipName(namespace, name)
  return pool === undefined ? undefined : egressEipName(vpcName(namespace), pool)
}

function going(
  { metadata, spec }: ClaimObject,
  { vpc, namespace }: Environment,
  binding: Binding | 'unknown' | undefined,
): Verdict {
  const isEgress = metadata.name === 'external' && spec.type === 'lrp'
  if (isEgress && vpc !== undefined) {
    const message = `it is the egress address of Vpc "${vpcName(namespace)}", whose VpcClaim goes first`
    return notReady('EipInUseByVpc', message)
  }
  if (binding !== 'unknown' && binding?.service !== undefined) {
    const { cluster, service } = binding.service
    const message = `Service ${service.namespace}/${service.name} of cluster "${cluster.name}" is published on it`
    return notReady('EipInUseByService', message)
  }
  return notReady('Releasing', 'what it caused is being taken down')
}

interface Look {
  readonly claim: ClaimObject
  readonly entry: Entry | undefined
  readonly pool: string | undefined
  readonly object: string | undefined
  readonly eip: LiveEip | undefined
  readonly environment: Environment
}

function verdictOn(look: Look): Verdict {
  const { claim, entry, eip } = look
  const stop = stopped(entry, [claim, eip], look.environment.holdOf)
  if (stop?.reason === 'OnHold') return stop
  const problem = problemOf(look)
  if (stop !== undefined) return notReady('EipNotReady', `${stop.message}; ${problem ?? ''}`)
  if (problem !== undefined) return notReady('EipNotReady', problem)
  return { status: 'True', reason: 'EipReady', message: `${eip?.status.v4Ip} is assigned` }
}

function problemOf({ claim, entry, pool, object, eip, environment }: Look): string | undefined {
  if (pool === undefined || object === undefined) return noPool(environment)
  const wanted = entry?.address ?? claim.spec.v4Ip
  const problem = objectProblem(object, eip, { pool, wanted })
  if (problem === undefined || eip?.status.ready) return problem
  return pinProblem({ wanted, pool, object, live: environment.live }) ?? problem
}

function noPool({ vpcClaims }: Environment): string {
  return vpcClaims.some(({ spec }) => spec.externalAccess)
    ? 'there is no Vpc yet that says which provider subnet is meant'
    : 'the environment has no VpcClaim with externalAccess: true'
}

function objectProblem(
  name: string,
  eip: LiveEip | undefined,
  { pool, wanted }: { readonly pool: string; readonly wanted: string | undefined },
): string | undefined {
  if (eip === undefined) return `OvnEip "${name}" is not there yet`
  const { metadata, spec, status } = eip
  if (metadata.deletionTimestamp !== undefined) return `OvnEip "${name}" is being deleted`
  if (spec.externalSubnet !== pool)
    return `OvnEip "${name}" is of subnet "${printable(spec.externalSubnet)}", not of "${pool}"`
  if (!status.ready || status.v4Ip === '')
    return `Kube-OVN has not assigned an address to OvnEip "${name}"`
  // A changed pin is ignored, and the OvnEip goes on being ready with the address that it had.
  if (wanted === undefined || status.v4Ip === wanted) return undefined
  return `OvnEip "${name}" has ${printable(status.v4Ip)}, where ${printable(wanted)} is wanted`
}

/** Who uses the address; `unknown` where nobody tells which Services do. */
function bindingOf(
  { metadata, spec }: ClaimObject,
  { vpc, bindings }: Environment,
  pool: string | undefined,
): Binding | 'unknown' | undefined {
  if (spec.type === 'lrp') {
    if (metadata.name !== 'external' || pool === undefined) return undefined
    return isConnected(vpc, pool) ? { type: 'Vpc' } : undefined
  }
  if (bindings === undefined) return 'unknown'
  const binding = bindings.get(metadata.name)
  if (binding === undefined) return undefined
  const slash = binding.service.indexOf('/')
  const service = {
    namespace: binding.service.slice(0, slash),
    name: binding.service.slice(slash + 1),
  }
  return { type: 'Service', service: { cluster: { name: binding.cluster }, service } }
}
