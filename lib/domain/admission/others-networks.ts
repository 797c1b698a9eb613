import type { Settings } from '../settings.ts'
import type { AdmissionPolicy } from './admission-policy.ts'
import { cel, celString, celStrings, isOurs, strangersOnly, wayOn } from './expressions.ts'
import { networkResources, otherResources } from './kube-ovn-resources.ts'

const on = [
  { group: 'kubeovn.io', version: 'v1', resources: [...networkResources, ...otherResources] },
]

/** Whether it is of a kind that is rendered, whose names are given by claims. */
const isRendered = `!(request.resource.resource in ${celStrings(otherResources)})`

/** The environment of the Vpc that is looked at; what is named `<environment>-…` is that one's. */
const ENVIRONMENT = 'params.metadata.labels["netclaim.dev/environment"]'

/**
 * A hand-made object keeps away from every environment's names and routes. Each of our Vpcs is a parameter, so nothing
 * lists the environments; what stood there before is not asked again.
 */
export function othersNetworks(settings: Settings): AdmissionPolicy {
  return {
    name: 'environments',
    on,
    operations: ['CREATE', 'UPDATE'],
    conditions: conditions(settings),
    variables: [
      ...specs,
      { name: 'environment', expression: ENVIRONMENT },
      { name: 'vpc', expression: 'params.metadata.name' },
    ],
    validations: [
      {
        expression: cel(
          `request.operation != "CREATE" || !${isRendered} || request.name != variables.vpc &&`,
          '!request.name.startsWith(variables.environment + "-")',
        ),
        message: named('its name belongs to environment " + variables.environment + "'),
      },
      touches('vpc', 'variables.is.vpc == variables.vpc', 'spec.vpc'),
      touches(
        'ovnEip',
        'variables.is.ovnEip.startsWith(variables.environment + "-")',
        'spec.ovnEip',
      ),
      touches(
        'vpcSubnet',
        'variables.is.vpcSubnet.startsWith(variables.environment + "-")',
        'spec.vpcSubnet',
      ),
      touches(
        'namespace',
        'request.resource.resource == "switch-lb-rules" && variables.is.namespace == variables.environment',
        'spec.namespace',
      ),
      touches('namespaces', 'variables.environment in variables.is.namespaces', 'spec.namespaces'),
      touches(
        'vpcPeerings',
        'variables.is.vpcPeerings.exists(p, has(p.remoteVpc) && p.remoteVpc == variables.vpc)',
        'spec.vpcPeerings',
      ),
      {
        expression: cel(
          '!has(object.metadata.annotations) ||',
          '!("ovn.kubernetes.io/logical_router" in object.metadata.annotations) ||',
          'object.metadata.annotations["ovn.kubernetes.io/logical_router"] != variables.vpc',
        ),
        message: reaches('annotation ovn.kubernetes.io/logical_router'),
      },
    ],
    params: { apiVersion: 'kubeovn.io/v1', kind: 'Vpc' },
  }
}

/** Nor does it take addresses of a Subnet of ours, or join its segment. */
export function othersAddresses(settings: Settings): AdmissionPolicy {
  return {
    name: 'addresses',
    on,
    operations: ['CREATE', 'UPDATE'],
    conditions: conditions(settings),
    variables: [...specs, { name: 'subnet', expression: 'params.metadata.name' }],
    validations: [
      inSubnet('externalSubnet', 'variables.is.externalSubnet == variables.subnet'),
      inSubnet('externalSubnets', 'variables.subnet in variables.is.externalSubnets'),
      // Inside a VPC a Vip is its tenant's business.
      inSubnet('subnet', 'has(params.spec.vlan) && variables.is.subnet == variables.subnet'),
      inSubnet('extraExternalSubnets', 'variables.subnet in variables.is.extraExternalSubnets'),
      {
        expression: cel(
          unlessKept('vlan'),
          '!has(params.spec.vlan) || variables.is.vlan != params.spec.vlan',
        ),
        message: named('spec.vlan is the segment of Subnet " + variables.subnet + "'),
      },
    ],
    params: { apiVersion: 'kubeovn.io/v1', kind: 'Subnet' },
  }
}

const specs = [
  { name: 'is', expression: 'dyn(has(object.spec) ? object.spec : {})' },
  {
    name: 'was',
    expression: 'dyn(oldObject != null && has(oldObject.spec) ? oldObject.spec : {})',
  },
]

function conditions(settings: Settings) {
  return [
    ...strangersOnly(settings),
    { name: 'not-ours', expression: `!${isOurs('object')}` },
    {
      name: 'not-of-a-controller',
      expression: cel(
        `${isRendered} ||`,
        `!(request.userInfo.username in ${celStrings(settings.controllers)})`,
      ),
    },
  ]
}

/** True where a field says nothing, or nothing new. */
function unlessKept(field: string): string {
  return cel(
    `!has(variables.is.${field}) ||`,
    `has(variables.was.${field}) && variables.was.${field} == variables.is.${field} ||`,
  )
}

function touches(field: string, reach: string, path: string) {
  return { expression: cel(unlessKept(field), `!(${reach})`), message: reaches(path) }
}

function inSubnet(field: string, reach: string) {
  return {
    expression: cel(unlessKept(field), `!(${reach})`),
    message: named(`spec.${field} takes addresses of Subnet " + variables.subnet + "`),
  }
}

function reaches(path: string): string {
  return named(`${path} reaches into environment " + variables.environment + "`)
}

/** `what` may leave the string and come back to it. */
function named(what: string): string {
  const end = celString(`: ask for it by a claim, ${wayOn}`)
  return `request.kind.kind + " " + request.name + ": ${what}" + ${end}`
}
