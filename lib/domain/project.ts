import * as z from 'zod'
import { address, cidr, label, note } from './claims/field.ts'
import { apiVersion, kind, Metadata } from './claims/metadata.ts'
import type { Document } from './document.ts'

/** A Project of Kube-DC: an environment has at most one. */
export interface Project {
  /** The environment: the namespace behind the project. */
  readonly namespace: string
  /** `Project photon/prod`. */
  readonly object: string
  /** `spec.cidrBlock`, canonical: the subnet that its VPC has from the beginning. */
  readonly cidrBlock: string
  readonly document: Document
}

/** A Project as its file holds it; what we do not use is left alone. */
export const ProjectFile = z.strictObject({
  apiVersion: apiVersion('kube-dc.com/v1'),
  kind: kind('Project'),
  metadata: z.strictObject({
    ...Metadata.shape,
    namespace: note(label().optional(), {
      description: "The organization; the environment is then called '<organization>-<project>'.",
      examples: ['photon'],
      unit: 'DNS label',
    }),
  }),
  spec: note(
    z.looseObject({
      cidrBlock: note(cidr(), {
        description: "The subnet of the project's VPC. The VIP pool may not overlap it.",
        examples: ['10.100.0.0/16'],
        unit: 'CIDR',
      }),
      egressNetworkType: note(z.enum(['public', 'cloud']).optional(), {
        description: 'Where the project leaves to.',
        examples: ['cloud'],
        unit: 'public or cloud',
      }),
      gwLanIp: note(address().optional(), {
        description: 'The address of its gateway.',
        examples: ['10.100.0.1'],
        unit: 'address',
      }),
    }),
    {
      description: 'The project; what is not listed here is left alone.',
      examples: [{ cidrBlock: '10.100.0.0/16', egressNetworkType: 'cloud' }],
      unit: 'spec',
    },
  ),
})
