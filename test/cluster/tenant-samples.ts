/** What a tenant may come with, wanted or not. */
const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

function foreignKind(group: string, kind: string, plural: string, version = 'v1') {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, plural, singular: kind.toLowerCase() },
      scope: 'Cluster',
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything } } },
        },
      ],
    },
  }
}

/** Kinds of other load balancers and networks, as far as they matter here. */
export const foreignKinds = [
  foreignKind(
    'cilium.io',
    'CiliumL2AnnouncementPolicy',
    'ciliuml2announcementpolicies',
    'v2alpha1',
  ),
  foreignKind('cilium.io', 'CiliumLoadBalancerIPPool', 'ciliumloadbalancerippools', 'v2'),
  foreignKind('cilium.io', 'CiliumNetworkPolicy', 'ciliumnetworkpolicies', 'v2'),
  foreignKind('purelb.io', 'ServiceGroup', 'servicegroups'),
  foreignKind('network.kubesphere.io', 'Eip', 'eips', 'v1alpha2'),
  foreignKind('crd.projectcalico.org', 'BGPConfiguration', 'bgpconfigurations'),
  foreignKind('crd.projectcalico.org', 'IPPool', 'ippools'),
]

function metallb(kind: string, name: string, spec: object = {}, namespace = 'kube-dc-lb') {
  return { apiVersion: 'metallb.io/v1beta1', kind, metadata: { name, namespace }, spec }
}

interface Pod {
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
  readonly container?: object
}

function workload(
  image: string,
  { kind = 'Deployment', name = 'app', namespace = 'shop', container }: Pod = {},
) {
  const labels = { app: name }
  const pod = { containers: [{ name: 'main', image, ...container }] }
  const metadata = { name, namespace }
  if (kind === 'Pod') return { apiVersion: 'v1', kind, metadata, spec: pod }
  const template = { metadata: { labels }, spec: pod }
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata,
    spec: { selector: { matchLabels: labels }, template },
  }
}

const label = { 'network.kube-dc.com/lb-pool': 'project' }

function service(spec: object = {}, metadata: object = { labels: label }) {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'shop', ...metadata },
    spec: {
      type: 'LoadBalancer',
      loadBalancerClass: 'kube-dc.com/project',
      ports: [{ name: 'http', port: 80 }],
      ...spec,
    },
  }
}

/** Objects of a tenant. */
export const sample = {
  metallb,
  workload,
  service,
  l2: metallb('L2Advertisement', 'all'),
  speaker: workload('quay.io/metallb/speaker:v0.15.2', {
    kind: 'DaemonSet',
    name: 'speaker',
    namespace: 'kube-dc-lb',
  }),
}
