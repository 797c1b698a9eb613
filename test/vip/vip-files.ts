import type { Finding } from '../../lib/domain/finding.ts'
import { documents, type Files } from '../plan/files.ts'

/** What a KdcCluster can say otherwise than usual. */
export interface KdcClusterText {
  /** `spec.loadBalancer.blocks`; undefined: left out. */
  readonly blocks?: number | undefined
  /** Annotation `network.kube-dc.com/lb-block`. */
  readonly choice?: string
  /** The provider of each worker pool. */
  readonly providers?: readonly string[]
  /** `spec.network`, YAML in flow style. */
  readonly network?: string
}

/** A KdcCluster with one worker pool on kubevirt and one block. */
export function kdcCluster(name: string, text: KdcClusterText = {}): string {
  const { blocks = 1, choice, providers = ['kubevirt'], network } = text
  const annotation = choice === undefined ? '' : `network.kube-dc.com/lb-block: "${choice}"`
  const pools = providers.map((one, n) => `{name: pool-${n}, infrastructureProvider: ${one}}`)
  const asked = 'blocks' in text && text.blocks === undefined ? '{}' : `{blocks: ${blocks}}`
  return `apiVersion: k8s.kube-dc.com/v1alpha1
kind: KdcCluster
metadata:
  name: ${name}
  annotations: {${annotation}}
spec:
  version: v1.31.0
  enableClusterAPI: true
  workers: [${pools.join(', ')}]${network === undefined ? '' : `\n  network: ${network}`}
  loadBalancer: ${asked}
`
}

/** The Cluster of the Cluster API beside it; its networks keep off the default pool. */
export function capiCluster(
  name: string,
  { pods = '10.244.0.0/16', services = '10.96.0.0/16' } = {},
) {
  return `apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: {name: ${name}}
spec:
  clusterNetwork:
    pods: {cidrBlocks: [${pods}]}
    services: {cidrBlocks: [${services}]}
`
}

/** Both: a cluster that takes part as soon as the mode lets it. */
export function liveCluster(name: string, text: KdcClusterText = {}): string {
  return documents(kdcCluster(name, text), capiCluster(name))
}

/** `platform/cluster-config.env`. */
export function vipConfig(mode = 'enable', pool = '10.242.0.0/24', more = ''): Files {
  return { 'platform/cluster-config.env': `LB_BLOCK_MODE=${mode}\nVIP_POOL_CIDR=${pool}\n${more}` }
}

/** What a person should act on. */
export function loud(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => severity !== 'info')
}
