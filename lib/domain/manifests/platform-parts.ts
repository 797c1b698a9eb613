import type { LoadBalancerPool, Platform } from '../platform.ts'

/** The declaration as a whole, of which the KMetal object is rendered. */
export const networkingPart = 'networking'

/** A part of the platform's declaration, as the objects that are rendered of it name it. */
export function networkPart(network: string): string {
  return `providerNetworks/${network}`
}

export function subnetPart(network: string, subnet: string): string {
  return `${networkPart(network)}/subnets/${subnet}`
}

export function poolPart(field: LoadBalancerPool['field']): string {
  return `loadBalancer/${field}`
}

/** Every part that a platform declares; none of one that declares nothing. */
export function partsOf({ networks, pools }: Platform): readonly string[] {
  const parts = [
    ...networks.flatMap(({ name, subnets }) => [
      networkPart(name),
      ...subnets.map((subnet) => subnetPart(name, subnet.name)),
    ]),
    ...pools.map(({ field }) => poolPart(field)),
  ]
  return parts.length === 0 ? [] : [networkingPart, ...parts]
}
