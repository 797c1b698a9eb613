import type { Settings } from '../settings.ts'
import type { AdmissionPolicy } from './admission-policy.ts'
import { cel, celString, celStrings, strangersOnly, subject, wayOn } from './expressions.ts'

/** By these a Service, or a pod, says in which VPC it is. */
const ROUTERS = ['ovn.kubernetes.io/logical_router', 'ovn.kubernetes.io/vpc']
/** A pod's further networks, `photon-prod/production-net` among them, or a JSON list. */
const NETWORKS = ['k8s.v1.cni.cncf.io/networks', 'v1.multus-cni.io/default-network']
/** `ovn.kubernetes.io/logical_switch`, of a further network `net.photon-prod.ovn.kubernetes.io/logical_switch`. */
const SWITCH = 'kubernetes.io/logical_switch'

const LABEL = celString('netclaim.dev/environment')

/**
 * A pod joins no Subnet of another environment, and a Service no VPC: Kube-OVN believes their annotations, whoever wrote
 * them. Each of our Subnets is a parameter. Whoever may make pods in kube-system, where Kube-OVN's own are, may do anything.
 */
export function othersWorkloads(settings: Settings): AdmissionPolicy {
  return {
    name: 'workloads',
    on: [{ group: '', version: 'v1', resources: ['pods', 'services'] }],
    operations: ['CREATE', 'UPDATE'],
    conditions: [
      ...strangersOnly(settings),
      {
        name: 'not-of-a-controller',
        expression: cel(
          'request.namespace != "kube-system" &&',
          `!(request.userInfo.username in ${celStrings(settings.controllers)})`,
        ),
      },
      {
        name: 'names-a-network',
        expression: cel(
          'has(object.metadata.annotations) && object.metadata.annotations.exists(k,',
          `k in ${celStrings([...ROUTERS, ...NETWORKS])} || k.endsWith(${celString(SWITCH)}))`,
        ),
      },
    ],
    variables: [
      {
        name: 'environment',
        expression: cel(
          `has(params.metadata.labels) && ${LABEL} in params.metadata.labels ?`,
          `params.metadata.labels[${LABEL}] : ""`,
        ),
      },
      { name: 'is', expression: 'object.metadata.annotations' },
      {
        name: 'was',
        expression: cel(
          'oldObject != null && has(oldObject.metadata.annotations) ?',
          'oldObject.metadata.annotations : {}',
        ),
      },
      {
        name: 'reached',
        expression: cel(
          'request.namespace == variables.environment ? [] : variables.is.filter(k,',
          `(!(k in variables.was) || variables.was[k] != variables.is[k]) && (${reaches}))`,
        ),
      },
    ],
    validations: [
      {
        expression: 'variables.reached.size() == 0',
        message: cel(
          `${subject} + ": annotation " + variables.reached[0] + " reaches into " +`,
          '(variables.environment == "" ? "Subnet " + params.metadata.name',
          ': "environment " + variables.environment) +',
          celString(`: leave it out, ${wayOn}`),
        ),
      },
    ],
    params: { apiVersion: 'kubeovn.io/v1', kind: 'Subnet' },
  }
}

/** Whether annotation `k` names the Subnet that is looked at, or its VPC, or a network of its environment. */
const reaches = cel(
  `k.endsWith(${celString(SWITCH)}) ? variables.is[k] == params.metadata.name :`,
  'variables.environment == "" ? false :',
  `k in ${celStrings(ROUTERS)} ? has(params.spec.vpc) && variables.is[k] == params.spec.vpc :`,
  `k in ${celStrings(NETWORKS)} &&`,
  '(variables.is[k].split(",").exists(n, n.trim().startsWith(variables.environment + "/")) ||',
  String.raw`variables.is[k].matches("\"namespace\"\\s*:\\s*\"" + variables.environment + "\""))`,
)
