import type { Structural } from './structural.ts'

/** As Kubernetes's own Condition, but for reasons that Kube-OVN gives and that are copied as they are. */
const conditions: Structural = {
  type: 'array',
  description: 'Conditions by type; Ready tells whether the claim has what it asks for.',
  maxItems: 32,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      type: { type: 'string', maxLength: 316, description: 'What the condition is about.' },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'], description: 'Does it hold?' },
      reason: { type: 'string', maxLength: 1024, description: 'Why, in one word.' },
      message: { type: 'string', maxLength: 32_768, description: 'Why, for people.' },
      lastTransitionTime: {
        type: 'string',
        format: 'date-time',
        description: 'When status changed.',
      },
      observedGeneration: {
        type: 'integer',
        format: 'int64',
        minimum: 0,
        description: 'The generation that the condition was set for.',
      },
    },
  },
}

/** `status` by kind: what the cluster side writes. Nothing of it is read from Git. */
export const statuses = {
  VpcClaim: status({
    vpc: name('The Vpc, called like the namespace.'),
    externalSubnet: name('The provider subnet through which the Vpc leaves.'),
    subnets: {
      type: 'integer',
      format: 'int32',
      minimum: 0,
      description: 'How many SubnetClaims refer to the Vpc.',
    },
  }),
  SubnetClaim: status({
    subnet: name('The Subnet, <namespace>-<claim>.'),
    vpc: name('The Vpc that the Subnet is in.'),
    attachment: name('The NetworkAttachmentDefinition.'),
    v4AvailableIPs: count('IPv4 addresses of the Subnet that are free.'),
    v4UsingIPs: count('IPv4 addresses of the Subnet that are in use.'),
    v6AvailableIPs: digits('IPv6 addresses of the Subnet that are free, in decimal digits.'),
    v6UsingIPs: digits('IPv6 addresses of the Subnet that are in use, in decimal digits.'),
  }),
  EipClaim: status({
    eip: name('The OvnEip.'),
    v4Ip: { type: 'string', maxLength: 15, description: 'The address.' },
    externalSubnet: name('The provider subnet that the address is of.'),
    bound: { type: 'boolean', description: 'Whether anything uses the address.' },
    binding: {
      type: 'object',
      description: 'What uses the address; absent where nothing does.',
      required: ['type'],
      properties: {
        type: {
          type: 'string',
          enum: ['Vpc', 'Service'],
          description: 'Vpc: it is the egress address. Service: the one below is published on it.',
        },
        service: {
          type: 'object',
          description: 'The Service, and the cluster that it is in.',
          required: ['cluster', 'service'],
          properties: {
            cluster: named('The Cluster of this environment.', {}),
            service: named('The Service inside that cluster.', {
              namespace: name('Namespace inside the cluster.'),
            }),
          },
        },
      },
    },
  }),
  ProviderNetwork: status({}),
  KMetal: status({
    components: {
      type: 'array',
      description: 'The parts of the platform.',
      maxItems: 64,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name', 'phase'],
        properties: {
          name: name('The part, such as provider-networks.'),
          phase: { type: 'string', maxLength: 63, description: 'How far it is: Ready when done.' },
          message: { type: 'string', maxLength: 1024, description: 'What it waits for.' },
        },
      },
    },
  }),
} as const satisfies Readonly<Record<string, Structural>>

function status(properties: Readonly<Record<string, Structural>>): Structural {
  const observedGeneration: Structural = {
    type: 'integer',
    format: 'int64',
    minimum: 0,
    description: 'The generation that this status was written for.',
  }
  return {
    type: 'object',
    description: 'What came of it, as the cluster side saw it last.',
    properties: { observedGeneration, conditions, ...properties },
  }
}

function name(description: string): Structural {
  return { type: 'string', maxLength: 253, description }
}

function named(description: string, properties: Readonly<Record<string, Structural>>): Structural {
  const all = { ...properties, name: name('Its name.') }
  return { type: 'object', description, required: Object.keys(all).toSorted(), properties: all }
}

function count(description: string): Structural {
  return { type: 'integer', format: 'int64', minimum: 0, description }
}

/** IPv6 counts fit no number. */
function digits(description: string): Structural {
  return { type: 'string', pattern: '^(0|[1-9][0-9]{0,38})$', maxLength: 39, description }
}
