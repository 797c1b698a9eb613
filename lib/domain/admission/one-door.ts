import type { Settings } from '../settings.ts'
import type { AdmissionPolicy } from './admission-policy.ts'
import { changed } from './changed.ts'
import {
  cel,
  celString,
  celStrings,
  clusterAccounts,
  isOurs,
  strangersOnly,
  subject,
  wayOn,
} from './expressions.ts'
import { filledIn } from './filled-in.ts'
import { networkResources } from './kube-ovn-resources.ts'

/** Claims, and what is rendered, are made, deleted and changed by appliers; labels, status and finalizers are free. */
export function oneDoor(settings: Settings): AdmissionPolicy {
  return {
    name: 'one-door',
    on: [
      { group: 'network.kmetal.io', version: 'v1alpha1', resources: own },
      { group: 'kmetal.io', version: 'v1alpha1', resources: ['kmetals'] },
      { group: 'network.kube-dc.com', version: 'v1alpha1', resources: vipLedger },
      { group: 'kubeovn.io', version: 'v1', resources: rendered },
      {
        group: 'metallb.io',
        version: 'v1beta1',
        resources: ['ipaddresspools', 'l2advertisements', 'bgpadvertisements'],
      },
      { group: 'k8s.cni.cncf.io', version: 'v1', resources: ['network-attachment-definitions'] },
    ],
    operations: ['CREATE', 'UPDATE', 'DELETE'],
    conditions: [
      ...strangersOnly(settings),
      {
        name: 'ours',
        expression: cel(
          'request.resource.group in ["network.kmetal.io", "network.kube-dc.com"] ||',
          `${isOurs('object')} || ${isOurs('oldObject')}`,
        ),
      },
    ],
    variables: variablesOf(settings),
    validations: [
      {
        expression: 'request.operation != "CREATE"',
        message: cel('variables.subject + " may be made by Netclaim alone:" + variables.way'),
      },
      {
        expression: cel(
          'request.operation != "DELETE" ||',
          `request.userInfo.username in ${celStrings(clusterAccounts)} || variables.isPort`,
        ),
        message: 'variables.subject + " may be deleted by Netclaim alone:" + variables.way',
      },
      {
        expression: 'variables.changed.size() == 0',
        message: cel(
          'variables.subject + ": " + variables.changed[0] + " is not to be changed by " +',
          'request.userInfo.username + ":" + variables.way',
        ),
      },
    ],
  }
}

/** Ours whether they bear the label or not. */
const own = ['vpcclaims', 'subnetclaims', 'eipclaims', 'providernetworks']

const vipLedger = ['addressarenas', 'addressreservations']

const rendered = ['provider-networks', 'vlans', ...networkResources]

function variablesOf({ controllers }: Settings) {
  const names = Object.entries(filledIn)
    .map(([resource, fields]) => `${celString(resource)}: ${celStrings(fields)}`)
    .join(', ')
  return [
    // Of no type, or its fields could not be gone through one by one.
    { name: 'there', expression: 'dyn(object != null ? object : oldObject)' },
    {
      name: 'was',
      expression: 'dyn(oldObject != null && has(oldObject.spec) ? oldObject.spec : {})',
    },
    { name: 'is', expression: 'dyn(object != null && has(object.spec) ? object.spec : {})' },
    { name: 'filledIn', expression: `{${names}}` },
    {
      name: 'mayFill',
      expression: cel(
        'request.resource.group == "kubeovn.io" && request.resource.resource in variables.filledIn ?',
        'variables.filledIn[request.resource.resource] : []',
      ),
    },
    ...(['labels', 'annotations'] as const).flatMap((field) => [
      { name: `${field}Was`, expression: mapOf('oldObject', field) },
      { name: `${field}Is`, expression: mapOf('object', field) },
    ]),
    { name: 'changed', expression: changed() },
    { name: 'isPort', expression: isPort(controllers) },
    { name: 'subject', expression: subject },
    { name: 'way', expression: way },
  ]
}

function mapOf(variable: string, field: string): string {
  const path = `${variable}.metadata.${field}`
  return `${variable} != null && has(${path}) ? ${path} : {}`
}

/** Kube-OVN takes the address of a router port away itself when the port goes (pkg/controller/vpc.go). */
function isPort(controllers: readonly string[]): string {
  return cel(
    'request.resource.resource == "ovn-eips" &&',
    `request.userInfo.username in ${celStrings(controllers)} &&`,
    '"type" in variables.was && variables.was["type"] == "lrp"',
  )
}

/** Where a change belongs: the claim, or the platform's declaration. */
const way = cel(
  '" change " + (request.resource.group == "network.kmetal.io" ? "it" :',
  '"netclaim.dev/claim" in variables.annotationsWas ? variables.annotationsWas["netclaim.dev/claim"] :',
  '"netclaim.dev/claim" in variables.annotationsIs ? variables.annotationsIs["netclaim.dev/claim"] :',
  `"it") + " by a pull request to the claims repository, " + ${celString(wayOn)}`,
)
