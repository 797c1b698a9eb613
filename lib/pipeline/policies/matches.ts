import type { Asked } from './asked.ts'
import type { Match, Selector } from './policy-files.ts'

const NAME_LABEL = 'kubernetes.io/metadata.name'

/** Whether the rules and selectors of a policy or a binding choose a request; one without rules chooses all. */
export function matches(match: Match, asked: Asked): boolean {
  const rules = match.resourceRules
  if (rules !== undefined && !rules.some((rule) => isIn(rule, asked))) return false
  if (match.excludeResourceRules?.some((rule) => isIn(rule, asked)) === true) return false
  if (!matchesNamespace(match.namespaceSelector, asked)) return false
  const labels = [asked.object, asked.oldObject].map((one) => one?.metadata.labels)
  return labels.some(
    (one, at) => (at === 0 || one !== undefined) && selects(match.objectSelector, one ?? {}),
  )
}

/** The part of a namespace selector that nobody but the cluster can answer, if there is one. */
export function unknownSelector({ namespaceSelector }: Match): string | undefined {
  const { matchLabels = {}, matchExpressions = [] } = namespaceSelector ?? {}
  const keys = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)]
  const unknown = keys.find((key) => key !== NAME_LABEL)
  return unknown === undefined ? undefined : `namespaceSelector on ${JSON.stringify(unknown)}`
}

type Rule = NonNullable<Match['resourceRules']>[number]

function isIn(rule: Rule, { operation, resource, name, namespace }: Asked): boolean {
  const has = (list: readonly string[], one: string) => list.includes('*') || list.includes(one)
  const scope = namespace === undefined ? 'Cluster' : 'Namespaced'
  const { resourceNames = [] } = rule
  return (
    has(rule.apiGroups, resource.group) &&
    has(rule.apiVersions, resource.version) &&
    has(rule.operations, operation) &&
    (has(rule.resources, resource.resource) || rule.resources.includes('*/*')) &&
    (rule.scope === undefined || rule.scope === '*' || rule.scope === scope) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  )
}

/** Of a namespace its name alone is known; what is in none is chosen always. */
function matchesNamespace(selector: Selector | undefined, { namespace }: Asked): boolean {
  return namespace === undefined || selects(selector, { [NAME_LABEL]: namespace })
}

function selects(
  selector: Selector | undefined,
  labels: Readonly<Record<string, string>>,
): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {}
  const valueOf = (key: string) => (Object.hasOwn(labels, key) ? labels[key] : undefined)
  return (
    Object.entries(matchLabels).every(([key, value]) => valueOf(key) === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = valueOf(key)
      if (operator === 'Exists') return value !== undefined
      if (operator === 'DoesNotExist') return value === undefined
      const isListed = value !== undefined && values.includes(value)
      return operator === 'In' ? isListed : !isListed
    })
  )
}
