import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { AcknowledgementFile, TransferFile } from '../../lib/domain/acknowledgement.ts'
import { ClusterFile } from '../../lib/domain/claims/cluster.ts'
import { ClusterVariables } from '../../lib/domain/claims/cluster-variables.ts'
import { EipClaimFile } from '../../lib/domain/claims/eip-claim.ts'
import { KMetalFile } from '../../lib/domain/claims/kmetal.ts'
import { SubnetClaimFile } from '../../lib/domain/claims/subnet-claim.ts'
import { VpcClaimFile } from '../../lib/domain/claims/vpc-claim.ts'
import { NamespaceFile, ResourceQuotaFile } from '../../lib/domain/grants.ts'
import { fieldRules } from '../../lib/domain/rules/field-rules.ts'
import { placementRules } from '../../lib/domain/rules/placement-rules.ts'
import { subnetFieldRules } from '../../lib/domain/rules/subnet-field-rules.ts'
import { SettingsFile } from '../../lib/domain/settings-file.ts'
import { sha256 } from '../../lib/domain/sha256.ts'
import { VipPoolMigrationFile } from '../../lib/domain/vip/pool-migration.ts'
import { nearest } from '../../lib/pipeline/read/nearest.ts'

describe('sha256', () => {
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('agrees with FIPS 180-4 (%#)', (text, digest) => {
    expect(sha256(text)).toBe(digest)
  })

  test('agrees with OpenSSL for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
      }),
    )
  })
})

describe('the nearest word', () => {
  const known = ['cidrBlock', 'gateway', 'excludeIps', 'enableSnatRule', 'protocol', 'attachment']

  test.each([
    ['exclude', 'excludeIps'],
    ['excludeIPs', 'excludeIps'],
    ['snat', 'enableSnatRule'],
    ['cidrblock', 'cidrBlock'],
    ['cidr', 'cidrBlock'],
    ['gatway', 'gateway'],
    ['vpc', undefined],
    ['x'.repeat(100_000), undefined],
  ])('to %s is %s', (word, near) => {
    expect(nearest(word, known)).toBe(near)
  })
})

describe('every schema', () => {
  const files = {
    VpcClaimFile,
    SubnetClaimFile,
    EipClaimFile,
    ClusterFile,
    KMetalFile,
    SettingsFile,
    AcknowledgementFile,
    TransferFile,
    VipPoolMigrationFile,
    NamespaceFile,
    ResourceQuotaFile,
  }

  test.each(Object.entries(files))('%s can be written as JSON Schema', (_, schema) => {
    expect(z.toJSONSchema(schema)).toMatchObject({ type: 'object' })
  })

  const ours = {
    VpcClaimFile,
    SubnetClaimFile,
    EipClaimFile,
    KMetalFile,
    SettingsFile,
    AcknowledgementFile,
    TransferFile,
    VipPoolMigrationFile,
  }

  test.each(Object.entries({ ...ours, ...ClusterVariables }))(
    '%s says of each field what it is, an example and a unit (M-014)',
    (_, schema) => {
      const bare = bareFields(z.toJSONSchema(schema), '')
      expect(bare).toEqual([])
    },
  )

  test('has examples that pass the schema of their field', () => {
    const faults: string[] = []
    for (const [name, schema] of Object.entries(files)) visit(schema, name, faults)
    expect(faults).toEqual([])
  })
})

test('each rule says what it wants, why, an example and its source', () => {
  const tables = [fieldRules, placementRules, subnetFieldRules]
  const rules = tables.flatMap((table) => Object.values(table))
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  for (const { wants, why, example, source } of rules) {
    expect([wants, why, example, source].every((text) => text.length > 5)).toBe(true)
  }
})

/** Paths of the properties of a JSON Schema that lack documentation. */
function bareFields(schema: z.core.JSONSchema.BaseSchema, path: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    if (typeof field === 'boolean') return []
    const at = `${path}.${key}`
    const documented = field.description && field.examples?.length && field['unit']
    const items = typeof field.items === 'object' && !Array.isArray(field.items) ? field.items : {}
    return [...(documented ? [] : [at]), ...bareFields(field, at), ...bareFields(items, `${at}[]`)]
  })
}

function visit(schema: unknown, path: string, faults: string[]): void {
  if (schema instanceof z.ZodOptional) visit(schema.unwrap(), path, faults)
  if (schema instanceof z.ZodArray) visit(schema.element, `${path}[]`, faults)
  if (!(schema instanceof z.ZodObject)) return
  for (const [key, field] of Object.entries(schema.shape)) {
    if (!(field instanceof z.ZodType)) continue
    const examples: unknown = field.meta()?.['examples']
    for (const example of Array.isArray(examples) ? examples : []) {
      if (!field.safeParse(example).success) faults.push(`${path}.${key}`)
    }
    visit(field, `${path}.${key}`, faults)
  }
}
