import * as z from 'zod'
import { emit, type Json, sortKeys } from '../../domain/emit.ts'
import type { Facts } from '../../domain/facts.ts'
import { canonical } from './canonical.ts'

const API_VERSION = 'netclaim.dev/v1alpha1'
const KIND = 'Facts'

const Texts = z.array(z.string()).default([])
const Digits = z.string().regex(/^(?:0|[1-9]\d{0,38})$/)

const Port = z.int().min(1).max(65_535)
const VipForm = z.strictObject({
  environment: z.string(),
  cluster: z.string(),
  service: z.string(),
  address: z.string(),
  ports: z.array(
    z.strictObject({
      name: z.string().exactOptional(),
      port: Port,
      nodePort: Port.exactOptional(),
      protocol: z.enum(['TCP', 'UDP', 'SCTP']),
    }),
  ),
  externalTrafficPolicy: z.enum(['Cluster', 'Local']),
  sessionAffinity: z.enum(['None', 'ClientIP']),
  sourceRanges: z.literal(true).exactOptional(),
})

/** Netclaim's own form, as `observed/<cluster>.yaml` holds it. */
const FactsFile = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  kind: z.literal(KIND),
  uid: z.string().min(1).exactOptional(),
  generation: z.int().nonnegative().exactOptional(),
  commit: z
    .string()
    .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
    .exactOptional(),
  complete: Texts,
  objects: Texts,
  holders: z
    .array(
      z.strictObject({
        address: z.string(),
        holder: z.string(),
        subnet: z.string().exactOptional(),
      }),
    )
    .default([]),
  bindings: z
    .array(
      z.strictObject({
        environment: z.string(),
        claim: z.string(),
        cluster: z.string(),
        service: z.string(),
      }),
    )
    .default([]),
  clusters: Texts,
  usage: z
    .array(
      z.strictObject({
        subnet: z.string(),
        v4: Digits.exactOptional(),
        v6: Digits.exactOptional(),
      }),
    )
    .default([]),
  blocks: z
    .array(z.strictObject({ subnet: z.string(), vpc: z.string(), cidrBlock: z.string() }))
    .exactOptional(),
  holds: z.array(z.strictObject({ object: z.string(), text: z.string() })).exactOptional(),
  nodes: z.array(z.strictObject({ name: z.string(), address: z.string() })).default([]),
  drops: z.array(z.strictObject({ vpc: z.string(), cidrs: z.array(z.string()) })).default([]),
  proven: z
    .array(
      z.strictObject({
        address: z.string(),
        generation: z.int().nonnegative(),
        vpc: z.string().exactOptional(),
      }),
    )
    .default([]),
  vips: z.array(VipForm).default([]),
  tenants: Texts,
  mirrors: z
    .array(
      z.strictObject({
        address: z.string(),
        holder: z.string(),
        vpc: z.string().exactOptional(),
      }),
    )
    .default([]),
})

/** Is this document facts in our own form? */
export function isOwnForm(value: unknown): boolean {
  return z.object({ apiVersion: z.literal(API_VERSION), kind: z.literal(KIND) }).safeParse(value)
    .success
}

/** The facts, or a clause that says what cannot be read. */
export function parseOwnForm(value: unknown): Facts | string {
  const file = FactsFile.safeParse(value)
  if (file.success) {
    const { apiVersion: _, kind: __, ...facts } = file.data
    return canonical(facts)
  }
  const [issue] = file.error.issues
  return `field "${issue?.path.map(String).join('.') ?? ''}": ${issue?.message ?? 'unknown'}`
}

/** The text of `observed/<cluster>.yaml`: the same facts give the same bytes. */
export function renderFacts(facts: Facts): string {
  const entries = Object.entries(canonical(facts)).filter(
    ([, value]) => !Array.isArray(value) || value.length > 0,
  )
  return emit(
    sortKeys({ apiVersion: API_VERSION, kind: KIND, ...Object.fromEntries(entries) } as Json),
  )
}

/** The facts as a state commit keeps them, `observed/management.yaml`: our own form without a head. Undefined where it is none. */
export function parseStateFacts(value: unknown): Facts | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const facts = parseOwnForm({ ...value, apiVersion: API_VERSION, kind: KIND })
  return typeof facts === 'string' ? undefined : facts
}
