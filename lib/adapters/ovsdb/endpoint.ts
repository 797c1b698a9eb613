import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

/** Where a server listens, as OVN writes it (ovsdb(7)). */
export type Endpoint =
  | { readonly scheme: 'tcp' | 'ssl'; readonly host: string; readonly port: number }
  | { readonly scheme: 'unix'; readonly path: string }

/** Keys for `ssl:` endpoints. */
export type Tls = Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>

/** `tcp:10.0.0.1:6641`, `ssl:[fd00::1]:6641`, `unix:/run/ovn/ovnnb_db.sock`; undefined for anything else. */
export function parseEndpoint(text: string): Endpoint | undefined {
  const path = /^unix:(.+)$/.exec(text)?.[1]
  if (path !== undefined) return { scheme: 'unix', path }
  const [, scheme, bracketed, plain, digits] =
    /^(tcp|ssl):(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  if (host === undefined || port < 1 || port > 65_535) return undefined
  return { scheme: scheme === 'ssl' ? 'ssl' : 'tcp', host, port }
}

/** The endpoints of a list with commas, as OVN_NB_DB holds it; undefined where one of them is none. */
export function parseEndpoints(text: string): readonly Endpoint[] | undefined {
  const parsed = text.split(',').map((one) => parseEndpoint(one.trim()))
  return parsed.every((one) => one !== undefined) ? parsed : undefined
}

/** The endpoint as people write it. */
export function formatEndpoint(endpoint: Endpoint): string {
  if (endpoint.scheme === 'unix') return `unix:${endpoint.path}`
  const { scheme, host, port } = endpoint
  return `${scheme}:${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A socket that is on its way; `ready` is what it emits once it can be written to. */
export function openSocket(endpoint: Endpoint, tls: Tls = {}): { socket: Socket; ready: string } {
  if (endpoint.scheme === 'unix')
    return { socket: connect({ path: endpoint.path }), ready: 'connect' }
  const { host, port } = endpoint
  if (endpoint.scheme === 'tcp') return { socket: connect({ host, port }), ready: 'connect' }
  // Servers of OVN are known by their CA: their certificates name no host (ovs-pki).
  const checkServerIdentity = () => undefined
  const socket = connectTls({ host, port, ...tls, checkServerIdentity })
  return { socket, ready: 'secureConnect' }
}
