import { quote } from '../../domain/claims/quote.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import { providerSubnetAnnotation } from '../../domain/claims/vpc-claim.ts'
import { egressEipName, vpcName } from '../../domain/names.ts'
import type { Platform } from '../../domain/platform.ts'
import { segmentsOf } from '../../domain/segments.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { importRules } from './import-rules.ts'
import type { Live, LiveObject } from './live.ts'
import type { Notes } from './notes.ts'
import { isKubeOvns } from './platform-found.ts'
import { shapes, specOf } from './shapes.ts'
import { saysSo, specFor } from './vpc-wish.ts'
import { claimsIn, vpcSpecOf } from './written-claims.ts'

/** What a Vpc would say as a claim, or why it cannot. */
type Judged = { readonly external?: string } | { readonly why: string; readonly rule?: 'rests' }

/** A VpcClaim for every Vpc that is one of an environment, by namespace. */
export function draftVpcs(
  live: Live,
  platform: Platform,
  notes: Notes,
): ReadonlyMap<string, ClaimDraft> {
  const claims = claimsIn(live, 'VpcClaim')
  const drafts = new Map<string, ClaimDraft>()
  for (const vpc of live.of('kubeovn.io/Vpc')) {
    if (isKubeOvns(vpc) || notes.isLeft(vpc)) continue
    const problem = nameProblem(vpc, live)
    if (problem !== undefined) {
      notes.leave(vpc, importRules.otherName, problem)
      continue
    }
    const judged = judge(vpc, { live, platform, notes })
    if ('why' in judged) {
      notes.leave(vpc, importRules[judged.rule ?? 'otherForm'], judged.why)
      continue
    }
    const written = { claims: claims.get(vpc.name) ?? [], platform, notes }
    const draft = draftOf(vpc, judged.external, written)
    if (draft !== undefined) drafts.set(vpc.name, draft)
  }
  return drafts
}

function nameProblem(vpc: LiveObject, live: Live): string | undefined {
  const { id, name } = vpc
  if (!isLabel(name))
    return `the name of ${id} is no DNS label, and a Vpc is called like its namespace`
  const { namespaces } = specOf(vpc, shapes.vpc)
  if (!namespaces.includes(name)) {
    const [first] = namespaces
    const bound =
      first === undefined ? 'is bound to no namespace' : `is bound to namespace ${quote(first)}`
    return `${id} ${bound}, and the Vpc of an environment is called like its namespace`
  }
  const known = live.of('Namespace')
  if (known.length === 0 || live.get('Namespace', name) !== undefined) return undefined
  return `${id} is called like no namespace that there is`
}

interface Ground {
  readonly live: Live
  readonly platform: Platform
  readonly notes: Notes
}

function judge(vpc: LiveObject, { live, platform, notes }: Ground): Judged {
  const { id } = vpc
  const { enableExternal, extraExternalSubnets } = specOf(vpc, shapes.vpc)
  if (!enableExternal) return {}
  // Without a list it leaves through the Subnet of that name (facts of Kube-OVN 3.2).
  const [segment, ...more] = extraExternalSubnets ?? ['external']
  if (segment === undefined)
    return { why: `${id} is to leave and names no Subnet to leave through` }
  if (more.length > 0)
    return { why: `${id} leaves through ${more.length + 1} Subnets, and a VpcClaim names one` }
  const subnet = segmentsOf(platform).subnets.get(segment)
  if (subnet === undefined)
    return {
      rule: 'rests',
      why: `${id} leaves through Subnet ${quote(segment)}, which is no provider subnet of the platform`,
    }
  const port = live.get('kubeovn.io/OvnEip', egressEipName(vpcName(vpc.name), segment))
  if (port === undefined || notes.isLeft(port))
    return {
      rule: 'rests',
      why: `${id} has no OvnEip ${quote(egressEipName(vpc.name, segment))} as its way out`,
    }
  const { type, externalSubnet } = specOf(port, shapes.ovnEip)
  if (type === 'lrp' && externalSubnet === segment) return { external: segment }
  return { why: `${port.id} is the router port of ${id}, and not of type lrp on ${quote(segment)}` }
}

interface Written {
  readonly claims: readonly LiveObject[]
  readonly platform: Platform
  readonly notes: Notes
}

/** The claim that the cluster has of the Vpc, or one that says the same. */
function draftOf(
  vpc: LiveObject,
  external: string | undefined,
  { claims, platform, notes }: Written,
): ClaimDraft | undefined {
  const own = claims.find((one) => saysSo(one, external, { platform, notes }))
  for (const one of claims) {
    if (one === own) continue
    notes.leave(one, importRules.otherForm, `${one.id} asks for something else than ${vpc.id} is`)
  }
  if (own === undefined && claims.length > 0) {
    notes.leave(vpc, importRules.otherForm, `${vpc.id} is other than its VpcClaim asks for`)
    return undefined
  }
  const said = (own && vpcSpecOf(own)) ?? specFor(external, platform)
  const { externalAccess, providerNetwork: network, providerSubnet: subnet } = said
  return {
    kind: 'VpcClaim',
    namespace: vpc.name,
    name: own?.name ?? 'main',
    externalSubnet: external,
    annotations: subnet === undefined ? undefined : { [providerSubnetAnnotation]: subnet },
    spec: {
      externalAccess,
      providerNetworkRef: network === undefined ? undefined : { name: network },
    },
    objects: [vpc, ...(own === undefined ? [] : [own])].map(({ id }) => id),
  }
}
