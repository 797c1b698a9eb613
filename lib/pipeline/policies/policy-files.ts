import * as z from 'zod'

const texts = z.array(z.string().max(253)).max(100)
const expression = z.string().max(20_000)

const selector = z.strictObject({
  matchLabels: z.record(z.string(), z.string()).optional(),
  matchExpressions: z
    .array(
      z.strictObject({
        key: z.string(),
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: texts.optional(),
      }),
    )
    .max(100)
    .optional(),
})

const rules = z
  .array(
    z.strictObject({
      apiGroups: texts,
      apiVersions: texts,
      operations: z.array(z.enum(['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'])).max(5),
      resources: texts,
      resourceNames: texts.optional(),
      scope: z.enum(['*', 'Cluster', 'Namespaced']).optional(),
    }),
  )
  .max(100)

/** What a policy, or a binding of it, is asked about. */
export const Match = z.strictObject({
  matchPolicy: z.enum(['Equivalent', 'Exact']).optional(),
  namespaceSelector: selector.optional(),
  objectSelector: selector.optional(),
  resourceRules: rules.optional(),
  excludeResourceRules: rules.optional(),
})

const metadata = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,251}$/, 'is no name of an object'),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
})

/** Expressions under names, each of its own: the API server takes no other list. */
function named(name: z.ZodString) {
  return z
    .array(z.strictObject({ name, expression }))
    .max(64)
    .refine((list) => new Set(list.map((one) => one.name)).size === list.length, 'has a name twice')
}

/** What CEL takes for a name. */
const identifier = z
  .string()
  .max(63)
  .regex(/^[A-Za-z_]\w*$/, 'is no identifier of CEL')

/** A ValidatingAdmissionPolicy as it stands in `platform/policies/`. */
export const PolicyFile = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
  spec: z.strictObject({
    failurePolicy: z.enum(['Fail', 'Ignore']).optional(),
    paramKind: z.strictObject({ apiVersion: z.string(), kind: z.string() }).optional(),
    matchConstraints: Match,
    matchConditions: named(z.string().max(63)).optional(),
    variables: named(identifier).optional(),
    validations: z
      .array(
        z.strictObject({
          expression,
          message: z.string().max(5000).optional(),
          messageExpression: expression.optional(),
          reason: z
            .enum(['Unauthorized', 'Forbidden', 'Invalid', 'RequestEntityTooLarge'])
            .optional(),
        }),
      )
      .max(64),
    auditAnnotations: z
      .array(z.strictObject({ key: z.string(), valueExpression: expression }))
      .max(20)
      .optional(),
  }),
})

/** What puts a policy in force. */
export const BindingFile = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
  spec: z.strictObject({
    policyName: z.string().max(253),
    paramRef: z.unknown().optional(),
    matchResources: Match.optional(),
    validationActions: z
      .array(z.enum(['Deny', 'Warn', 'Audit']))
      .min(1)
      .max(3),
  }),
})

/** What is matched by rules and selectors, as far as a policy says it. */
export type Match = z.output<typeof Match>
export type Selector = z.output<typeof selector>
