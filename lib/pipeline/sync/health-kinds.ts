import { printable } from '../../domain/printable.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { Health } from './health.ts'
import { specOf, statusOf } from './in-place.ts'
import type { LiveObjects } from './live-objects.ts'
import { fieldOf, listOf, textOf } from './loose.ts'

type Judge = (object: KubeObject, live: LiveObjects) => Health | undefined

/** By kind; undefined: healthy. A kind that is missing here says nothing of itself. */
export const judges: Readonly<Record<string, Judge>> = {
  Vpc: vpc,
  Subnet: subnet,
  OvnEip: eip,
  OvnSnatRule: snat,
  OvnDnatRule: dnat,
  ProviderNetwork: (object) => notReady(object),
  Vlan: ({ status }) =>
    fieldOf(status, 'conflict') === true
      ? failed('Conflict', 'another Vlan has that id on that provider network')
      : undefined,
  SwitchLBRule: (object) =>
    statusOf(object)['service'] ? undefined : waiting('NoService', 'its Service is not made yet'),
  CustomResourceDefinition: crd,
}

/** `standby` is set before the external subnets are connected. */
function vpc(object: KubeObject): Health | undefined {
  const [spec, status] = [specOf(object), statusOf(object)]
  if (status['standby'] !== true) return waiting('NotReady', 'its router is not made yet')
  if (spec['enableExternal'] !== true) return undefined
  const connected = listOf(status['extraExternalSubnets'])
  const missing = listOf(spec['extraExternalSubnets']).filter((one) => !connected.includes(one))
  if (status['enableExternal'] === true && missing.length === 0) return undefined
  const names = missing.map((one) => `"${printable(String(one), 80)}"`).join(', ')
  return waiting('NotConnected', `it is not connected to ${names || 'the outside'} yet`)
}

function subnet(object: KubeObject): Health | undefined {
  const conditions = listOf(statusOf(object)['conditions'])
  const ready = conditions.find((one) => fieldOf(one, 'type') === 'Ready')
  if (ready === undefined) return waiting('NotReady', 'its switch is not made yet')
  if (fieldOf(ready, 'status') === 'True') return undefined
  const reason = textOf(fieldOf(ready, 'reason')) || 'NotReady'
  const message = textOf(fieldOf(ready, 'message')) || 'it is not ready'
  return /^Validate|Failed$/.test(reason) ? failed(reason, message) : waiting(reason, message)
}

function eip(object: KubeObject): Health | undefined {
  return notReady(object) ?? other(object, [['v4Ip', 'v4Ip']])
}

/** The address and the range of a rule are those of the objects that it names. */
function snat(object: KubeObject, live: LiveObjects): Health | undefined {
  const spec = specOf(object)
  return (
    notReady(object) ??
    otherThan(object, 'v4Eip', named(live, 'OvnEip', spec['ovnEip'])?.['v4Ip']) ??
    otherThan(object, 'v4IpCidr', v4Of(named(live, 'Subnet', spec['vpcSubnet'])?.['cidrBlock']))
  )
}

function dnat(object: KubeObject, live: LiveObjects): Health | undefined {
  const spec = specOf(object)
  return (
    notReady(object) ??
    otherThan(object, 'v4Eip', named(live, 'OvnEip', spec['ovnEip'])?.['v4Ip']) ??
    other(object, [
      ['v4Ip', 'v4Ip'],
      ['externalPort', 'externalPort'],
      ['internalPort', 'internalPort'],
      ['protocol', 'protocol'],
    ])
  )
}

function crd(object: KubeObject): Health | undefined {
  const conditions = listOf(statusOf(object)['conditions'])
  const of = (type: string) => conditions.find((one) => fieldOf(one, 'type') === type)
  const names = of('NamesAccepted')
  if (names !== undefined && fieldOf(names, 'status') === 'False')
    return failed('NamesNotAccepted', textOf(fieldOf(names, 'message')))
  const established = fieldOf(of('Established'), 'status') === 'True'
  return established ? undefined : waiting('NotEstablished', 'its kind is not served yet')
}

function notReady(object: KubeObject): Health | undefined {
  if (statusOf(object)['ready'] === true) return undefined
  return waiting('NotReady', 'its controller has not made it ready')
}

/** Compares fields of the status with those of the spec, where the spec has them. */
function other(object: KubeObject, pairs: readonly (readonly [string, string])[]) {
  for (const [inStatus, inSpec] of pairs) {
    const found = otherThan(object, inStatus, specOf(object)[inSpec])
    if (found !== undefined) return found
  }
  return undefined
}

function otherThan(object: KubeObject, field: string, wanted: unknown): Health | undefined {
  const has = statusOf(object)[field]
  if (wanted === undefined || wanted === '' || has === wanted) return undefined
  const [is, should] = [textOf(has), textOf(wanted)]
  return failed('OtherValue', `its controller has ${field} "${is}", not "${should}"`)
}

function named(live: LiveObjects, kind: string, name: unknown) {
  const object = live.objects.get(`${kind} ${textOf(name)}`)
  return object && specOf(object)
}

function v4Of(cidr: unknown): unknown {
  return typeof cidr === 'string' ? cidr.split(',').find((one) => !one.includes(':')) : undefined
}

/** May come by itself. */
export function waiting(reason: string, message: string): Health {
  return { state: 'progressing', reason, message }
}

function failed(reason: string, message: string): Health {
  return { state: 'failed', reason, message }
}
