import { stringify } from 'yaml'
import type * as z from 'zod'
import { AcknowledgementFile, TransferFile } from '../../lib/domain/acknowledgement.ts'
import { ClusterFile } from '../../lib/domain/claims/cluster.ts'
import { ClusterVariables } from '../../lib/domain/claims/cluster-variables.ts'
import { EipClaimFile } from '../../lib/domain/claims/eip-claim.ts'
import { KdcClusterFile } from '../../lib/domain/claims/kdc-cluster-file.ts'
import { KMetalFile } from '../../lib/domain/claims/kmetal.ts'
import { SubnetClaimFile } from '../../lib/domain/claims/subnet-claim.ts'
import { VpcClaimFile } from '../../lib/domain/claims/vpc-claim.ts'
import { NamespaceFile, ResourceQuotaFile } from '../../lib/domain/grants.ts'
import { ProjectFile } from '../../lib/domain/project.ts'
import { ReservationFile } from '../../lib/domain/reservation.ts'
import { VipPoolMigrationFile } from '../../lib/domain/vip/pool-migration.ts'
import { folderNames, type KindName, kinds } from '../../lib/pipeline/read/kinds.ts'
import { exampleOf, fieldHeads, fieldRows } from './field-rows.ts'
import { code, fence, generated, markdownTable, page } from './markdown.ts'

interface About {
  readonly schema: z.ZodType
  readonly what: string
}

/** Kinds of Kubernetes' own, which its documentation describes. */
type Foreign = 'ValidatingAdmissionPolicy' | 'ValidatingAdmissionPolicyBinding'

/** A kind that has a section of its own. */
export type DescribedKind = Exclude<KindName, Foreign>

const about: Readonly<Record<DescribedKind, About>> = {
  VpcClaim: {
    schema: VpcClaimFile,
    what: 'The private network of an environment, one each. The Vpc takes the name of the namespace.',
  },
  SubnetClaim: {
    schema: SubnetClaimFile,
    what: 'A subnet of that network. The Subnet is called `<namespace>-<claim>`.',
  },
  EipClaim: {
    schema: EipClaimFile,
    what: 'One address of the provider subnet of the VPC.',
  },
  Cluster: {
    schema: ClusterFile,
    what: 'A tenant cluster of the Cluster API. It is read, never written: what it says about addresses is held to the pools, and other fields are left alone.',
  },
  KdcCluster: {
    schema: KdcClusterFile,
    what: "A managed cluster of Kube-DC. It is read, never written but for its status: the blocks of its project's VIP pool that it asks for. The annotation `network.kube-dc.com/lb-block` with `disabled` opts it out, with `enabled` in, where LB_BLOCK_REQUIRE_OPT_IN asks for that. Other fields of its `spec` are left alone.",
  },
  KMetal: {
    schema: KMetalFile,
    what: 'The underlay of the platform and its address pools, one in a repository.',
  },
  Namespace: {
    schema: NamespaceFile,
    what: 'An environment, as its operators grant it; `metadata.name` names it. The annotation `netclaim.dev/provider-networks` lists the provider networks that its VpcClaim may name; `network.kube-dc.com/address-reservation: disabled` excludes all its clusters from VIP blocks. Other fields are left alone.',
  },
  ResourceQuota: {
    schema: ResourceQuotaFile,
    what: 'How many claims the environment that `metadata.namespace` names may have. The keys are `count/vpcclaims.network.kmetal.io`, `count/subnetclaims.network.kmetal.io` and `count/eipclaims.network.kmetal.io`; where several quotas name one, the smallest holds. Other keys are left alone.',
  },
  Project: {
    schema: ProjectFile,
    what: 'A project of Kube-DC. The environment is its backing namespace, `<organization>-<project>`; the VIP pool may not overlap its subnet. Other fields of its `spec` are left alone.',
  },
  VipPoolMigration: {
    schema: VipPoolMigrationFile,
    what: 'Leads the VIP blocks of all clusters from one pool to another, a step a pull request ([how](../how-to/migrate-vip-pool.md)). One at a time, never in `platform/tenants/`.',
  },
  Reservation: {
    schema: ReservationFile,
    what: 'Addresses of a pool that are set aside, for one environment or for nobody. Nobody gets them by itself; the environment may pin them (`v4Ip`). It stands in a file of `platform/`, outside of `platform/tenants/`, and counts as long as it stands there.',
  },
  Acknowledgement: {
    schema: AcknowledgementFile,
    what: 'Lets one brake go, in the commit that adds it. The check that was refused prints it.',
  },
  Transfer: {
    schema: TransferFile,
    what: 'Moves what one claim holds to another without a release, in the commit that adds it.',
  },
}

/** Every kind that is read: where it stands, its fields, an example. */
export function kindsPage(): string {
  const names = Object.keys(about) as DescribedKind[]
  return page(
    generated('Kinds'),
    'Every kind that Netclaim reads. A field that a kind does not have is an error, unless the kind says otherwise below; so is a kind that is not here. The schemas for editors are made of the same code.',
    markdownTable(
      ['kind', 'apiVersion', 'folder'],
      names.map((name) => [
        `[${name}](#${name.toLowerCase()})`,
        kinds[name].apiVersions.map(code).join(', '),
        code(folderNames[kinds[name].folder]),
      ]),
    ),
    'ValidatingAdmissionPolicies and their bindings (`admissionregistration.k8s.io/v1`) are read in `platform/policies/` and not rendered: [how](../how-to/policies.md#policies-of-your-own).',
    ...names.map(section),
  )
}

/** A document of the kind, made of the examples of its fields. */
export function exampleDocument(name: DescribedKind): string {
  const { schema } = about[name]
  const metadata = exampleOf(schema, 'metadata') ?? { name: 'photon-prod' }
  const spec = exampleOf(schema, 'spec')
  return stringify({
    apiVersion: kinds[name].apiVersions[0],
    kind: name,
    metadata,
    ...(spec === undefined ? {} : { spec }),
  })
}

function section(name: DescribedKind): string {
  const { schema, what } = about[name]
  const hasExample = exampleOf(schema, 'spec') !== undefined
  return [
    `## ${name}`,
    what,
    markdownTable([...fieldHeads], fieldRows(schema)),
    ...(hasExample ? [fence('yaml', exampleDocument(name))] : []),
    ...(name === 'Cluster' ? [variables()] : []),
  ].join('\n\n')
}

function variables(): string {
  const rows = Object.entries(ClusterVariables).flatMap(([name, schema]) =>
    fieldRows(schema).map(([field = '', ...rest]) => [field.replace('`', `\`${name}.`), ...rest]),
  )
  return `The variables of its class that are read:\n\n${markdownTable([...fieldHeads], rows)}`
}
