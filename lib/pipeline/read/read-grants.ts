import { quote } from '../../domain/claims/quote.ts'
import { objectToLabel } from '../../domain/claims/syntax.ts'
import type { Finding } from '../../domain/finding.ts'
import {
  type Grants,
  grantedNetworks,
  NamespaceFile,
  providerNetworksAnnotation,
  quotaKeys,
  ResourceQuotaFile,
  smallerQuotas,
} from '../../domain/grants.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import { valueAt } from '../../domain/value-at.ts'
import { vipKeys } from '../../domain/vip/vip-keys.ts'
import { fieldFinding, inspect } from './inspect.ts'
import { keysNotRead } from './keys-not-read.ts'
import { misfiled } from './misfiled.ts'
import { nearest } from './nearest.ts'
import type { Known } from './read-head.ts'
import { vipKeyFindings } from './vip-key-findings.ts'

/** What Namespaces and ResourceQuotas grant, by namespace; `environments` are the folders there are. */
export function readGrants(
  known: readonly Known[],
  environments: ReadonlySet<string>,
): {
  readonly value: ReadonlyMap<string, Grants>
  readonly findings: readonly Finding[]
} {
  const grants = new Map<string, Grants>()
  const findings: Finding[] = []
  for (const object of known) {
    const isNamespace = object.kind === 'Namespace'
    if (!isNamespace && object.kind !== 'ResourceQuota') continue
    const found = [
      ...inspect(isNamespace ? NamespaceFile : ResourceQuotaFile, object).findings,
      ...(isNamespace ? vipKeyFindings(object) : []),
    ]
    findings.push(...found, ...keysNotRead(object))
    const path = ['metadata', isNamespace ? 'name' : 'namespace']
    const namespace = valueAt(object.document.value, path)
    if (found.some(({ severity }) => severity === 'error') || typeof namespace !== 'string')
      continue
    findings.push(...misfiled(object, path, { namespace, environments }))
    const before = grants.get(namespace) ?? { namespace, quotas: {} }
    const { grant, complaints } = isNamespace ? granted(object, before) : limited(object, before)
    grants.set(namespace, grant)
    findings.push(...complaints)
  }
  return { value: grants, findings }
}

interface Granted {
  readonly grant: Grants
  readonly complaints: readonly Finding[]
}

function granted(object: Known, former: Grants): Granted {
  const path = ['metadata', 'annotations', providerNetworksAnnotation]
  const text = valueAt(object.document.value, path)
  const before = isWithoutVips(object) ? { ...former, withoutVips: true as const } : former
  if (typeof text !== 'string') return { grant: before, complaints: [] }
  const names = grantedNetworks(text)
  const complaints = names.flatMap((name) => {
    const objection = objectToLabel(name)
    if (objection === undefined) return []
    const message = `${providerNetworksAnnotation} names ${quote(name)}, which ${objection.why}`
    return [fieldFinding(object, path, { rule: objection.rule, message })]
  })
  return { grant: { ...before, providerNetworks: names }, complaints }
}

function isWithoutVips({ document }: Known): boolean {
  const path = ['metadata', 'annotations', vipKeys.project.key]
  return valueAt(document.value, path) === 'disabled'
}

function limited(object: Known, before: Grants): Granted {
  const hard = valueAt(object.document.value, ['spec', 'hard'])
  const quotas = smallerQuotas(before.quotas, (hard ?? {}) as Readonly<Record<string, unknown>>)
  return {
    grant: { ...before, quotas },
    complaints: quotasNotRead(object, Object.keys(hard ?? {})),
  }
}

/** A quota of claims that is written otherwise grants without a limit; keys of other groups are Kubernetes' own. */
function quotasNotRead(object: Known, keys: readonly string[]): readonly Finding[] {
  const known: readonly string[] = Object.values(quotaKeys)
  return keys
    .filter((key) => key.includes('network.kmetal.io') && !known.includes(key))
    .map((key) => {
      const meant = nearest(key, known)
      const hint = meant === undefined ? `known here: ${known.join(', ')}` : `write ${quote(meant)}`
      const said = { rule: fieldRules.unknown, message: `quota ${quote(key)} is not read`, hint }
      return { ...fieldFinding(object, ['spec', 'hard', key], said), severity: 'warning' }
    })
}
