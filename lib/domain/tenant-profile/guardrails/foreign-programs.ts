import type { AdmissionPolicy } from '../../admission/admission-policy.ts'
import { cel, celString, subject } from '../../admission/expressions.ts'
import { projectClass } from '../../vip/lb-contract.ts'
import { allocatorNamespace } from '../profile-metadata.ts'
import { asked, notLeaving } from './words.ts'

/**
 * Images of load balancers, wherever they are mirrored to, as long as the end of the path is kept. Who renames one gets it
 * in, and gains nothing: no machine of the cluster can be reached at an address that the platform does not lead to it.
 */
const images = [
  'metallb[-/](speaker|controller|frr-k8s)',
  'purelb/(allocator|lbnodeagent)',
  'openelb-(controller|speaker)',
  'kube-vip-cloud-provider',
  'kube-loxilb',
  'klipper-lb',
]
const isForeign = `c.image.matches(${celString(`(^|/)(${images.join('|')})(:|@|$)`)})`

/** The allocator itself: in its place, and for our class alone. */
const isAllocator = cel(
  `request.namespace == ${celString(allocatorNamespace)} &&`,
  'c.image.matches("(^|/)metallb[-/]controller(:|@|$)") &&',
  `has(c.args) && ${celString(`--lb-class=${projectClass}`)} in c.args`,
)

/** kube-vip stands for an API server, too: it is a load balancer of Services only where it is told to be one. */
const isKubeVip = cel(
  'c.image.matches("(^|/)kube-vip(:|@|$)") &&',
  '(has(c.args) && "--services" in c.args ||',
  'has(c.env) && c.env.exists(e, e.name == "svc_enable" && has(e.value) && e.value == "true"))',
)

/** No speaker and no load balancer but the platform's allocator runs in a tenant cluster (K-017) (K-097). */
export const foreignPrograms: AdmissionPolicy = {
  name: 'lb-programs',
  on: [
    { group: '', version: 'v1', resources: ['pods'] },
    {
      group: 'apps',
      version: 'v1',
      resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'],
    },
  ],
  operations: ['CREATE', 'UPDATE'],
  conditions: [notLeaving],
  variables: [
    { name: 'spec', expression: 'dyn(object.spec)' },
    {
      name: 'pod',
      expression: 'has(variables.spec.template) ? variables.spec.template.spec : variables.spec',
    },
    {
      name: 'containers',
      expression: cel(
        '(has(variables.pod.containers) ? variables.pod.containers : []) +',
        '(has(variables.pod.initContainers) ? variables.pod.initContainers : [])',
      ),
    },
    {
      name: 'foreign',
      expression: cel(
        'variables.containers.filter(c, has(c.image) &&',
        `(${isForeign} && !(${isAllocator}) || ${isKubeVip}))`,
      ),
    },
  ],
  validations: [
    {
      expression: 'variables.foreign.size() == 0',
      message: cel(
        `${subject} + " runs " + variables.foreign[0].image +`,
        celString(`, a load balancer of its own: ${asked}`),
      ),
    },
  ],
}
