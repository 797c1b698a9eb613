import type { Cluster } from '../claims/claim.ts'
import { quote } from '../claims/quote.ts'
import type { Finding } from '../finding.ts'
import { parseAddress } from '../net/address.ts'
import { variableSpot } from './cluster-spot.ts'
import { breach, type Rule } from './rule.ts'

/** What is wanted in a certificate can stand in one. */
export const clusterSan: Rule = {
  id: 'cluster/no-san',
  severity: 'warning',
  wants: 'Each of certSANs is an address, or a DNS name in lower case, with "*." before it or not.',
  why: 'kubeadm leaves anything else out of the certificate and says so in a log only.',
  example: 'certSANs: ["https://api.solar.example.com:6443"]',
  source: 'kubernetes cmd/kubeadm/app/util/pkiutil/pki_helpers.go, appendSANsToAltNames',
}

/** What there may be of a certSAN after its hint. */
const around = /^(?:[a-z][a-z\d+.-]*:\/\/)?\[?(?<host>.*?)\]?(?::\d+)?\/?$/i

/** Names what of certSANs would be left out of the certificate. */
export function checkClusterSans(claim: Cluster): readonly Finding[] {
  return (claim.seen.certSans ?? []).flatMap((san, index) => {
    if (isSan(san)) return []
    const message = `certSAN ${quote(san)} is neither an address nor a DNS name in lower case: it does not get into the certificate`
    const meant = around.exec(san)?.groups?.['host']?.toLowerCase() ?? ''
    const hint = isSan(meant) ? { hint: `write ${quote(meant)}` } : {}
    const spot = variableSpot(claim, 'controlPlane', ['network', 'certSANs', index])
    return [breach(clusterSan, message, { ...spot, ...hint })]
  })
}

/** Whether kubeadm takes the text: an address, or a name of DNS labels (RFC 1123), the first of them perhaps `*`. */
export function isSan(text: string): boolean {
  if (parseAddress(text) !== undefined) return true
  return text.length <= 253 && text.replace(/^\*\./, '').split('.').every(isLabel)
}

function isLabel(text: string): boolean {
  return /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(text)
}
