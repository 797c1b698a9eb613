import type { Json } from '../emit.ts'
import type { Manifest } from '../manifests/manifest.ts'
import { metadataOf } from '../manifests/origin.ts'
import type { Condition } from './expressions.ts'

type Operation = 'CREATE' | 'UPDATE' | 'DELETE'

/** Some resources of one API group. */
export interface Resources {
  readonly group: string
  /** Named, or no type check looks at it; another version is converted to this one. */
  readonly version: string
  readonly resources: readonly string[]
}

/** A ValidatingAdmissionPolicy and what binds it, as far as ours differ. */
export interface AdmissionPolicy {
  /** Without the `netclaim-` before it. */
  readonly name: string
  readonly on: readonly Resources[]
  readonly operations: readonly Operation[]
  readonly conditions: readonly Condition[]
  readonly variables: readonly Condition[]
  readonly validations: readonly {
    readonly expression: string
    /** CEL that makes the message. */
    readonly message: string
  }[]
  /** Objects that are looked at beside the object itself: each of ours, or the one that is named. */
  readonly params?: { readonly apiVersion: string; readonly kind: string; readonly one?: ObjectKey }
  /** It refuses nothing, and says what is wrong to whoever asked. */
  readonly warns?: true
}

interface ObjectKey {
  readonly namespace: string
  readonly name: string
}

const apiVersion = 'admissionregistration.k8s.io/v1'
const ours = { matchLabels: { 'app.kubernetes.io/managed-by': 'netclaim' } }

const PREFIX = 'netclaim-'

/** What both objects of a policy are called. */
export function policyName(name: string): string {
  return PREFIX + name
}

/** Whether objects of that name are ours, be they of another version. */
export function isPolicyName(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** The two objects, with what the API server would fill in, so that nothing drifts. */
export function renderAdmission(policy: AdmissionPolicy): readonly Manifest[] {
  const name = policyName(policy.name)
  const origin = { platform: `admission/${policy.name}` }
  const { params, warns = false } = policy
  return [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: metadataOf(name, 'ValidatingAdmissionPolicy', origin),
      spec: {
        failurePolicy: 'Fail',
        ...(params && { paramKind: { apiVersion: params.apiVersion, kind: params.kind } }),
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: policy.on.map((one) => ruleOf(one, policy.operations)),
        },
        ...(policy.conditions.length > 0 && { matchConditions: policy.conditions.map(toJson) }),
        ...(policy.variables.length > 0 && { variables: policy.variables.map(toJson) }),
        validations: policy.validations.map(({ expression, message }) => ({
          expression,
          messageExpression: message,
          reason: 'Forbidden',
        })),
      },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: metadataOf(name, 'ValidatingAdmissionPolicyBinding', origin),
      spec: {
        policyName: name,
        ...(params && { paramRef: refTo(params) }),
        validationActions: [warns ? 'Warn' : 'Deny'],
      },
    },
  ]
}

/** Where there is none of ours nothing is to be kept; where the one is missing nobody knows what may be. */
function refTo({ one }: NonNullable<AdmissionPolicy['params']>): Json {
  if (one === undefined) return { parameterNotFoundAction: 'Allow', selector: ours }
  return { ...one, parameterNotFoundAction: 'Deny' }
}

function ruleOf({ group, version, resources }: Resources, operations: readonly Operation[]): Json {
  return {
    apiGroups: [group],
    apiVersions: [version],
    operations: [...operations],
    resources: [...resources],
    scope: '*',
  }
}

function toJson({ name, expression }: Condition): Json {
  return { name, expression }
}
