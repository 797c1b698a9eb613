import type { KubeObject } from '../../ports/cluster.ts'

/** Is it a claim as the cluster shows it? It carries no traffic. */
export function isClaim({ kind }: KubeObject): boolean {
  return kind === 'VpcClaim' || kind === 'SubnetClaim' || kind === 'EipClaim'
}
