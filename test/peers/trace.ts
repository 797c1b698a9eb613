import { execFileSync } from 'node:child_process'
import { nbctl } from './northbound.ts'
import type { Peers } from './peers.ts'

/** A port of a workload that has one address a family; its MAC is made of `n`. */
export interface Workload {
  readonly switch: string
  readonly port: string
  readonly mac: string
  readonly addresses: readonly string[]
}

/** Puts a workload on a tenant's switch, as a node agent would. */
export function addWorkload(peers: Peers, on: string, n: number, ...addresses: string[]): Workload {
  const [port, mac] = [`vm${n}.${on}`, `0a:00:00:00:00:${n.toString(16).padStart(2, '0')}`]
  const place = [mac, ...addresses].join(' ')
  nbctl(peers, 'lsp-add', on, port, '--', 'lsp-set-addresses', port, place)
  return { switch: on, port, mac, addresses }
}

/** northd 23.03 takes Kube-OVN's route of each block for one that overrides the way out; Kube-OVN's own build does not. */
export function withoutSourceRoutes(peers: Peers, router: string): void {
  nbctl(peers, '--policy=src-ip', 'lr-route-del', router)
}

/**
 * Where a packet of `from` to an address ends: the port that it, or the question for its next hop, leaves by;
 * undefined: it is dropped. `router` is the tenant's.
 */
export function trace(
  peers: Peers,
  from: Workload,
  router: string,
  to: string,
): string | undefined {
  const isV6 = to.includes(':')
  const ip = isV6 ? 'ip6' : 'ip4'
  const source = from.addresses.find((one) => one.includes(':') === isV6)
  if (source === undefined) throw new Error(`${from.port} has no address of that family`)
  const mac = nbctl(peers, 'get', 'logical_router_port', `${router}-${from.switch}`, 'mac')
  const flow = [
    `inport == "${from.port}"`,
    `eth.src == ${from.mac}`,
    `eth.dst == ${mac.trim().replaceAll('"', '')}`,
    `${ip}.src == ${source}`,
    `${ip}.dst == ${to}`,
    'ip.ttl == 64',
    'tcp.src == 40000',
    'tcp.dst == 443',
  ].join(' && ')
  // The first packet of a connection, which a load balancer turns to a backend.
  const args = [`--db=${peers.sb}`, '--minimal', '--ct=new', from.switch, flow]
  const said = execFileSync('ovn-trace', args, { encoding: 'utf8', timeout: 20_000 })
  return /^\s*output\("(.*)"\);/m.exec(said)?.[1]
}
