import * as z from 'zod'
import { address, label, note } from './field.ts'

/** Values of the ClusterClass variables that concern the network, by the variable's name. */
export const ClusterVariables = {
  network: z.looseObject({
    subnet: note(label().optional(), {
      description: 'Name of the SubnetClaim whose subnet the workers land in.',
      examples: ['production'],
      unit: 'DNS label',
    }),
  }),
  controlPlane: z.looseObject({
    network: note(
      z
        .looseObject({
          serviceAddress: note(address().optional(), {
            description: 'The address of the control plane, out of tenant-cp-pool.',
            examples: ['172.21.208.120'],
            unit: 'address',
          }),
          // Those that Kamaji takes (api/v1alpha1, ServiceType).
          serviceType: note(z.enum(['LoadBalancer', 'NodePort', 'ClusterIP']).optional(), {
            description: 'Type of the Service in front of the control plane.',
            examples: ['LoadBalancer'],
            default: 'LoadBalancer',
            unit: 'LoadBalancer, NodePort or ClusterIP',
          }),
          certSANs: note(z.array(z.string()).max(256).optional(), {
            description: 'Further names and addresses in the certificate of the API server.',
            examples: [['api.solar.example.com']],
            unit: 'list of names and addresses',
          }),
        })
        .optional(),
      {
        description: 'Where the control plane answers.',
        examples: [{ serviceAddress: '172.21.208.120' }],
        unit: 'network of the control plane',
      },
    ),
  }),
  bootstrapConfig: z.looseObject({
    serverAddress: note(z.string().optional(), {
      description: 'Where tenants reach the control plane from outside.',
      examples: ['203.0.113.80'],
      unit: 'name or address',
    }),
  }),
}

/** Values of the variables that could be read. */
export interface ClusterValues {
  readonly network?: Partial<z.output<typeof ClusterVariables.network>>
  readonly controlPlane?: Partial<z.output<typeof ClusterVariables.controlPlane>>
  readonly bootstrapConfig?: Partial<z.output<typeof ClusterVariables.bootstrapConfig>>
}
