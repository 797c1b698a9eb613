import type * as z from 'zod'
import type { Claim, ClaimKind } from '../../domain/claims/claim.ts'
import { ClusterFile, ClusterFileSpec, clusterSpec } from '../../domain/claims/cluster.ts'
import { EipClaimFile, EipClaimSpec, eipSpec } from '../../domain/claims/eip-claim.ts'
import { kdcClusterSpec } from '../../domain/claims/kdc-cluster.ts'
import { KdcClusterFile, KdcClusterFileSpec } from '../../domain/claims/kdc-cluster-file.ts'
import type { Complaint } from '../../domain/claims/objection.ts'
import type { Said } from '../../domain/claims/said.ts'
import { SubnetClaimFile, SubnetClaimSpec, subnetSpec } from '../../domain/claims/subnet-claim.ts'
import { VpcClaimFile, VpcClaimSpec, vpcSpec } from '../../domain/claims/vpc-claim.ts'
import type { Path } from '../../domain/document.ts'
import type { Finding } from '../../domain/finding.ts'
import { valueAt } from '../../domain/value-at.ts'
import { usableFields } from './fields.ts'
import { fieldFinding, inspect } from './inspect.ts'
import { kdcClusterFindings } from './kdc-cluster-findings.ts'
import { keysNotRead } from './keys-not-read.ts'
import { misspelt } from './misspelt.ts'
import { otherNamespace } from './other-namespace.ts'
import type { Known } from './read-head.ts'
import { readVariables } from './read-variables.ts'
import { vipKeyFindings } from './vip-key-findings.ts'

const NAME = ['metadata', 'name']
const LABELS = ['metadata', 'labels']
const ANNOTATIONS = ['metadata', 'annotations']
const SPEC = ['spec']

/** A document that holds a claim of an environment. */
export type KnownClaim = Known & { readonly kind: ClaimKind }

interface Read {
  /** Absent where it is not known which claim this is. */
  readonly claim?: Claim
  readonly findings: readonly Finding[]
}

/** Reads one claim. It has a `spec` only where nothing about it is an error. */
export function readClaim(known: KnownClaim, namespace: string): Read {
  switch (known.kind) {
    case 'VpcClaim':
      return read(known, namespace, { file: VpcClaimFile, spec: VpcClaimSpec, canonical: vpcSpec })
    case 'SubnetClaim':
      return read(known, namespace, {
        file: SubnetClaimFile,
        spec: SubnetClaimSpec,
        canonical: subnetSpec,
      })
    case 'EipClaim':
      return read(known, namespace, { file: EipClaimFile, spec: EipClaimSpec, canonical: eipSpec })
    case 'Cluster':
      return readCluster(known, namespace)
    case 'KdcCluster':
      return read(known, namespace, {
        file: KdcClusterFile,
        spec: KdcClusterFileSpec,
        canonical: (said) => ({ seen: kdcClusterSpec(said), complaints: [] }),
        earlier: kdcClusterFindings(known),
      })
  }
}

function readCluster(known: KnownClaim, namespace: string): Read {
  const { values, findings } = readVariables(known)
  return read(known, namespace, {
    file: ClusterFile,
    spec: ClusterFileSpec,
    canonical: (said: Said<typeof ClusterFileSpec>) => ({
      seen: clusterSpec(said, values),
      complaints: [],
    }),
    earlier: [...findings, ...vipKeyFindings(known), ...misspelt(ClusterFile, known)],
  })
}

interface Reading<Spec extends z.ZodObject, Canonical> {
  readonly file: z.ZodType
  readonly spec: Spec
  readonly canonical: (said: Said<Spec>) => {
    readonly seen: Partial<Canonical>
    readonly complaints: readonly Complaint[]
  }
  readonly earlier?: readonly Finding[]
}

function read<Spec extends z.ZodObject, Canonical>(
  known: KnownClaim,
  namespace: string,
  { file, spec, canonical, earlier = [] }: Reading<Spec, Canonical>,
): Read {
  const { document, kind } = known
  const { findings, bad } = inspect(file, known)
  const stranger = otherNamespace(known, namespace)
  const name = valueAt(document.value, NAME)
  const all = [...earlier, ...findings, ...stranger, ...keysNotRead(known)]
  if (typeof name !== 'string' || stranger.length > 0 || bad.some(isIdentity)) {
    return { findings: all }
  }
  const usable = usableFields(spec, valueAt(document.value, SPEC), bad, SPEC)
  const annotations = stringsAt(known, ANNOTATIONS, bad)
  const { seen, complaints } = canonical({
    name,
    annotations,
    fields: usable.fields,
    bad: usable.bad,
  })
  for (const said of complaints) all.push(fieldFinding(known, said.path, said))
  const labels = stringsAt(known, LABELS, bad)
  const claim = { kind, namespace, name, labels, annotations, seen, document }
  const faulty = all.some((finding) => finding.severity === 'error')
  const whole = faulty ? claim : { ...claim, spec: seen }
  // `canonical` goes with the kind, which the compiler cannot follow through the table above.
  return { claim: whole as Claim, findings: all }
}

/** Whether an error at the path hides which claim this is. */
function isIdentity([first, second]: Path): boolean {
  if (first !== 'metadata') return false
  return second === undefined || second === 'name' || second === 'namespace'
}

function stringsAt(
  known: KnownClaim,
  path: Path,
  bad: readonly Path[],
): Readonly<Record<string, string>> {
  if (bad.some((at) => path.every((step, index) => at[index] === step))) return {}
  const map = valueAt(known.document.value, path)
  return (map as Readonly<Record<string, string>> | undefined) ?? {}
}
