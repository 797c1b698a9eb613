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
  /** Objects of ours of which each is looked at beside the object itself. */
  readonly params?: { readonly apiVersion: string; readonly kind: string }
}

const apiVersion = 'admissionregistration.k8s.io/v1'
const ours = { matchLabels: { 'app.kubernetes.io/managed-by': 'netclaim' } }

/** The two objects, with what the API server would fill in, so that nothing drifts. */
export function renderAdmission(policy: AdmissionPolicy): readonly Manifest[] {
  const name = `netclaim-${policy.name}`
  const origin = { platform: `admission/${policy.name}` }
  const { params } = policy
  return [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: metadataOf(name, 'ValidatingAdmissionPolicy', origin),
      spec: {
        failurePolicy: 'Fail',
        ...(params && { paramKind: { ...params } }),
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: policy.on.map((one) => ruleOf(one, policy.operations)),
        },
        matchConditions: policy.conditions.map(toJson),
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
        ...(params && { paramRef: { parameterNotFoundAction: 'Allow', selector: ours } }),
        validationActions: ['Deny'],
      },
    },
  ]
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
