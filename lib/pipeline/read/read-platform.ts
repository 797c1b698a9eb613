import type * as z from 'zod'
import { KMetalFile, NetworkingFile } from '../../domain/claims/kmetal.ts'
import { type NetworkingText, platformOf } from '../../domain/claims/platform-of.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { parseCidr } from '../../domain/net/cidr.ts'
import type { PlatformInput } from '../../domain/platform.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { valueAt } from '../../domain/value-at.ts'
import { usableFields } from './fields.ts'
import { inspect, type Subject } from './inspect.ts'
import type { Known } from './read-head.ts'

type Networking = z.output<typeof NetworkingFile>

const base = ['spec', 'networking']

/**
 * Reads the one KMetal object; networks and pools with an error in them are left out.
 *
 * `readable` is also false where a name is no DNS label, or a gateway of another family than its
 * block: a rule of the platform tells that, but nothing may be built with it.
 */
export function readPlatform(known: readonly Known[]): {
  readonly value?: PlatformInput
  readonly readable: boolean
  readonly findings: readonly Finding[]
} {
  const [first, ...more] = known.filter(({ kind }) => kind === 'KMetal')
  if (first === undefined) return { readable: true, findings: [] }
  const { findings, bad } = inspect(KMetalFile, first)
  const text = usableNetworking(first, bad)
  const safe = (text.providerNetworks ?? []).filter(isSafe)
  const platform = platformOf({ ...text, providerNetworks: safe })
  const readable = safe.length === (text.providerNetworks ?? []).length
  const seconds = more.map(({ document, object }) =>
    breach(placementRules.secondPlatform, `${object} is a second KMetal beside ${first.object}`, {
      at: document.at,
      object,
      related: [{ at: first.document.at, message: 'the first one' }],
    }),
  )
  const name = valueAt(first.document.value, ['metadata', 'name'])
  const value = { name: String(name), platform, document: first.document }
  return { value, readable, findings: [...findings, ...seconds] }
}

/** The fields without error; of a list of networks and of pools, the entries without error. */
function usableNetworking({ document }: Subject, bad: readonly Path[]): NetworkingText {
  const value = valueAt(document.value, base)
  const whole = usableFields(NetworkingFile, value, bad, base)
  const { loadBalancer } = NetworkingFile.shape
  const path = [...base, 'loadBalancer']
  const pools = usableFields(loadBalancer, valueAt(value, ['loadBalancer']), bad, path)
  const networks = valueAt(value, ['providerNetworks'])
  const usable = (Array.isArray(networks) ? networks : []).filter(
    (_, index) => !bad.some((at) => isBelow(at, [...base, 'providerNetworks'], index)),
  )
  // Each entry that is left passed the schema of its field.
  const providerNetworks = usable as NonNullable<Networking['providerNetworks']>
  return { ...whole.fields, providerNetworks, loadBalancer: pools.fields }
}

/** Whether `path` is the list at `list` itself or above, or lies in its entry `index`. */
function isBelow(path: Path, list: Path, index: number): boolean {
  const inList = list.every((step, at) => path[at] === undefined || path[at] === step)
  return inList && (path[list.length] === undefined || path[list.length] === index)
}

function isSafe({ name, subnets }: NonNullable<Networking['providerNetworks']>[number]): boolean {
  return (
    isLabel(name) &&
    subnets.every(({ name: subnet, cidrBlock, gateway }) => {
      const family = gateway === undefined ? undefined : parseAddress(gateway)?.family
      return isLabel(subnet) && (!family || family === parseCidr(cidrBlock)?.family)
    })
  )
}
