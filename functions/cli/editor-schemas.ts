import * as z from 'zod'
import { AcknowledgementFile, TransferFile } from '../../lib/domain/acknowledgement.ts'
import { EipClaimFile } from '../../lib/domain/claims/eip-claim.ts'
import { KdcClusterFile } from '../../lib/domain/claims/kdc-cluster-file.ts'
import { KMetalFile } from '../../lib/domain/claims/kmetal.ts'
import { SubnetClaimFile } from '../../lib/domain/claims/subnet-claim.ts'
import { VpcClaimFile } from '../../lib/domain/claims/vpc-claim.ts'
import { NamespaceFile, ResourceQuotaFile } from '../../lib/domain/grants.ts'
import { ProjectFile } from '../../lib/domain/project.ts'
import { ReservationFile } from '../../lib/domain/reservation.ts'
import { SettingsFile } from '../../lib/domain/settings-file.ts'
import { VipPoolMigrationFile } from '../../lib/domain/vip/pool-migration.ts'

const kinds = {
  Acknowledgement: AcknowledgementFile,
  EipClaim: EipClaimFile,
  KdcCluster: KdcClusterFile,
  KMetal: KMetalFile,
  Namespace: NamespaceFile,
  Project: ProjectFile,
  Reservation: ReservationFile,
  ResourceQuota: ResourceQuotaFile,
  SubnetClaim: SubnetClaimFile,
  Transfer: TransferFile,
  VipPoolMigration: VipPoolMigrationFile,
  VpcClaim: VpcClaimFile,
}

/** Files that hold documents of several kinds, by the folder that they are for. */
const folders = {
  environments: ['VpcClaim', 'SubnetClaim', 'EipClaim', 'KdcCluster'],
  acknowledgements: ['Acknowledgement', 'Transfer'],
  platform: ['KMetal', 'Reservation', 'VipPoolMigration'],
  tenants: ['Namespace', 'ResourceQuota', 'Project'],
} as const satisfies Record<string, readonly (keyof typeof kinds)[]>

/**
 * JSON Schemas by which an editor completes and checks what is written: one a kind, one a folder,
 * and one for `netclaim.yaml`. By path in the claims repository, `.schemas/VpcClaim.json`.
 */
export function editorSchemas(): ReadonlyMap<string, string> {
  const schemas = new Map<string, unknown>()
  for (const [kind, schema] of Object.entries(kinds)) schemas.set(kind, toSchema(kind, schema))
  for (const [folder, names] of Object.entries(folders)) schemas.set(folder, oneOfKinds(names))
  schemas.set('netclaim', toSchema('netclaim.yaml', SettingsFile))
  return new Map(
    [...schemas].map(([name, schema]) => [
      `.schemas/${name}.json`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  )
}

function toSchema(title: string, schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Notes of ours that no editor knows.
      delete jsonSchema['unit']
      delete jsonSchema['syntax']
    },
  })
  return { title, ...json }
}

/** Judges a document by the schema of its kind, so that only that schema's faults are shown. */
function oneOfKinds(names: readonly string[]): unknown {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    required: ['apiVersion', 'kind', 'metadata'],
    properties: { kind: { enum: names } },
    allOf: names.map((name) => ({
      if: { properties: { kind: { const: name } }, required: ['kind'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { $ref: `${name}.json` },
    })),
  }
}
