import { emit, type Json } from '../../domain/emit.ts'
import type { Facts } from '../../domain/facts.ts'
import type { Finding } from '../../domain/finding.ts'
import type { PlatformInput } from '../../domain/platform.ts'
import { checkPlatform } from '../../domain/rules/platform-checks.ts'
import type { Settings } from '../../domain/settings.ts'
import { readTree } from '../read/read-tree.ts'

/** `spec.networking` while it is being made: every list is our own. */
export type Networking = {
  readonly providerNetworks: readonly NetworkJson[]
  readonly defaultProviderSubnet?: string
  readonly extraBlockedEgressCIDRs: readonly string[]
  readonly loadBalancer: { readonly [field: string]: Json }
}

type NetworkJson = {
  readonly [field: string]: Json
  readonly name: string
  readonly subnets: readonly { readonly [field: string]: Json; readonly name: string }[]
}

/** A platform that no rule refuses, and what of the one that was found had to stay outside. */
export interface Sound {
  /** Of `platform/kmetal.yaml`; absent where nothing could be declared. */
  readonly declared?: { readonly text: string; readonly input: PlatformInput }
  /** `ProviderNetwork provider`, `Subnet ext-a` → why. */
  readonly left: ReadonlyMap<string, Finding>
  /** What keeps the rest from being declared. */
  readonly errors: readonly Finding[]
}

interface Context {
  /** Of the KMetal object. */
  readonly name: string
  readonly settings: Settings
  readonly facts: Facts
}

/** Rounds after which a platform is given up: each takes out all that the one before was told of. */
const MAX_ROUNDS = 50

/** Takes out of a platform, until nothing is wrong with the rest, whatever a rule refuses. */
export function soundPlatform(found: Networking, context: Context): Sound {
  const left = new Map<string, Finding>()
  let networking = found
  for (let round = 0; ; round += 1) {
    const text = textOf(networking, context.name)
    const { errors, input } = judge(text, context)
    if (errors.length === 0 && input !== undefined)
      return { declared: { text, input }, left, errors: [] }
    const rest = without(networking, errors, left)
    if (rest === undefined || round === MAX_ROUNDS) return { left, errors }
    networking = rest
  }
}

function textOf(networking: Networking, name: string): string {
  const object = {
    apiVersion: 'kmetal.io/v1alpha1',
    kind: 'KMetal',
    metadata: { name },
    spec: { networking },
  }
  return emit(object as Json)
}

function judge(text: string, { settings, facts }: Context) {
  const { value, findings } = readTree(new Map([['platform/kmetal.yaml', { kind: 'text', text }]]))
  const { platform: input } = value
  const more = input === undefined ? [] : checkPlatform(input, { settings, facts })
  const errors = [...findings, ...more].filter(({ severity }) => severity === 'error')
  return { errors, input }
}

const NETWORK = /^spec\.networking\.providerNetworks\[(\d+)\](?:\.subnets\[(\d+)\])?/
const DEFAULT = 'spec.networking.defaultProviderSubnet'
const BLOCKED = 'spec.networking.extraBlockedEgressCIDRs'

/** Undefined where an error is of nothing that could be taken out. */
function without(
  networking: Networking,
  errors: readonly Finding[],
  left: Map<string, Finding>,
): Networking | undefined {
  const gone = new Set<string>()
  for (const error of errors) {
    const id = culpritOf(error, networking)
    if (id === undefined) return undefined
    gone.add(id)
    if (!left.has(id)) left.set(id, error)
  }
  const { defaultProviderSubnet, extraBlockedEgressCIDRs, providerNetworks, ...rest } = networking
  const keepsDefault = defaultProviderSubnet !== undefined && !gone.has(DEFAULT)
  return {
    ...rest,
    ...(keepsDefault ? { defaultProviderSubnet } : {}),
    extraBlockedEgressCIDRs: gone.has(BLOCKED) ? [] : extraBlockedEgressCIDRs,
    providerNetworks: providerNetworks
      .filter(({ name }) => !gone.has(`ProviderNetwork ${name}`))
      .map((one) => ({
        ...one,
        subnets: one.subnets.filter(({ name }) => !gone.has(`Subnet ${name}`)),
      })),
  }
}

/** What an error is of: an object, or a field that can be left out. */
function culpritOf({ field = '' }: Finding, { providerNetworks }: Networking): string | undefined {
  if (field === DEFAULT) return DEFAULT
  if (field.startsWith(BLOCKED)) return BLOCKED
  const [, network, subnet] = NETWORK.exec(field) ?? []
  const found = providerNetworks[Number(network ?? -1)]
  if (found === undefined || subnet === undefined) return found && `ProviderNetwork ${found.name}`
  const one = found.subnets[Number(subnet)]
  return one && `Subnet ${one.name}`
}
