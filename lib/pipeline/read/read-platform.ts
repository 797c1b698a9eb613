import type * as z from 'zod'
import { KMetalFile, NetworkingFile } from '../../domain/claims/kmetal.ts'
import { type NetworkingText, platformOf } from '../../domain/claims/platform-of.ts'
import { quote } from '../../domain/claims/quote.ts'
import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import type { PlatformInput } from '../../domain/platform.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { usableFields } from './fields.ts'
import { fieldFinding, inspect, type Subject } from './inspect.ts'
import { valueAt } from './paths.ts'
import type { Known } from './read-head.ts'

const base = ['spec', 'networking']

/** Reads the one KMetal object; what has an error in it is left out of the platform. */
export function readPlatform(known: readonly Known[]): {
  readonly value?: PlatformInput
  readonly findings: readonly Finding[]
} {
  const [first, ...more] = known.filter(({ kind }) => kind === 'KMetal')
  if (first === undefined) return { findings: [] }
  const { findings, bad } = inspect(KMetalFile, first)
  const text = usableNetworking(first, bad)
  const all = [...findings, ...otherFamilies(first, text)]
  for (const { document, object } of more) {
    all.push(
      breach(placementRules.secondPlatform, `${object} is a second KMetal beside ${first.object}`, {
        at: document.at,
        object,
        related: [{ at: first.document.at, message: 'the first one' }],
      }),
    )
  }
  return { value: { platform: platformOf(text), document: first.document }, findings: all }
}

/** The fields without error; of a list of networks and of pools, the entries without error. */
function usableNetworking({ document }: Subject, bad: readonly Path[]): NetworkingText {
  const value = valueAt(document.value, base)
  const whole = usableFields(NetworkingFile, value, bad, base)
  const { loadBalancer } = NetworkingFile.shape
  const pools = usableFields(loadBalancer, valueAt(value, ['loadBalancer']), bad, [
    ...base,
    'loadBalancer',
  ])
  const networks = valueAt(value, ['providerNetworks'])
  const usable = (Array.isArray(networks) ? networks : []).filter(
    (_, index) => !bad.some((path) => isBelow(path, [...base, 'providerNetworks'], index)),
  )
  return {
    ...whole.fields,
    // Each entry that is left passed the schema of its field.
    providerNetworks: usable as NonNullable<z.output<typeof NetworkingFile>['providerNetworks']>,
    loadBalancer: pools.fields,
  }
}

/** Whether `path` is the list at `list` itself, or lies in its entry `index`. */
function isBelow(path: Path, list: Path, index: number): boolean {
  const inList = list.every((step, at) => path[at] === undefined || path[at] === step)
  return inList && (path[list.length] === undefined || path[list.length] === index)
}

/** Gateways of another family than their block. */
function otherFamilies(subject: Subject, { providerNetworks = [] }: NetworkingText): Finding[] {
  const findings: Finding[] = []
  const networks = valueAt(subject.document.value, [...base, 'providerNetworks'])
  for (const network of providerNetworks) {
    const at = Array.isArray(networks) ? networks.indexOf(network) : -1
    for (const [index, { gateway, cidrBlock }] of network.subnets.entries()) {
      const block = parseCidr(cidrBlock)?.family
      const family = gateway === undefined ? block : parseAddress(gateway)?.family
      if (gateway === undefined || block === family) continue
      const path = [...base, 'providerNetworks', at, 'subnets', index, 'gateway']
      const message = `gateway ${quote(gateway)} is ${family}, cidrBlock ${quote(cidrBlock)} is ${block}`
      findings.push(fieldFinding(subject, path, { rule: fieldRules.address, message }))
    }
  }
  return findings
}
