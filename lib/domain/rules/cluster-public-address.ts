import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { formatAddress, parseAddress } from '../net/address.ts'
import { isSan } from './cluster-sans.ts'
import { variableSpot } from './cluster-spot.ts'
import { breach, type Rule } from './rule.ts'

/** The certificate holds for the address that people use. */
export const clusterPublicAddress: Rule = {
  id: 'cluster/public-address-not-in-sans',
  severity: 'error',
  wants: 'A server address other than the service address stands in certSANs.',
  why: 'Clients that come by it would refuse the certificate of the API server.',
  example: 'serverAddress: 198.51.100.30\ncertSANs: []',
  source: 'kMetal networking tasks, control-plane external access; clastix/kamaji #89',
}

/** Whether the certificate of a Cluster's API server holds for its public address. */
export function checkClusterPublicAddress(claim: Cluster): readonly Finding[] {
  const { serverAddress, serviceAddress, certSans = [] } = claim.seen
  if (serverAddress === undefined) return []
  const host = hostOf(serverAddress)
  const covered = [
    ...certSans.filter(isSan),
    ...(serviceAddress === undefined ? [] : [serviceAddress]),
  ]
  if (covered.some((san) => covers(hostOf(san), host))) return []
  const message = `server address ${quote(serverAddress)} is neither the service address nor in certSANs`
  const hint = `add ${quote(host)} to certSANs`
  const spot = variableSpot(claim, 'bootstrapConfig', ['serverAddress'])
  return [breach(clusterPublicAddress, message, { ...spot, hint })]
}

/** The host of `host`, `host:port` or `[v6]:port`, in one spelling. */
function hostOf(text: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([^:]*):\d+$/, '$1')
  const address = parseAddress(bare)
  return address === undefined ? bare.toLowerCase() : formatAddress(address)
}

/** Whether a certificate for `san` holds for `host`; `*.` stands for one label (RFC 6125). */
function covers(san: string, host: string): boolean {
  if (san === host) return true
  const dot = host.indexOf('.')
  return san.startsWith('*.') && dot > 0 && san.slice(1) === host.slice(dot)
}
