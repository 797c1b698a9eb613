import { describe, expect, test } from 'vitest'
import { noFacts } from '../../lib/domain/facts.ts'
import { check } from '../../lib/pipeline/check.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { createEngine } from '../../lib/pipeline/policies/cel/engine.ts'
import { engine } from '../plan/world.ts'
import { treeOf } from '../read/tree-of.ts'

const cel = createEngine()

const kmetal = `apiVersion: kmetal.io/v1alpha1
kind: KMetal
metadata:
  name: kmetal
spec:
  networking:
    defaultProviderSubnet: provider-ext
    providerNetworks:
      - name: provider
        interface: bond0
        subnets:
          - name: provider-ext
            cidrBlock: 203.0.113.0/24
            gateway: 203.0.113.1
            excludeIPs: [203.0.113.1..203.0.113.19]
    loadBalancer:
      tenantControlPlanes:
        addresses: [172.21.208.100-172.21.208.250]
`
const claim = (kind: string, name: string, spec: string) =>
  `apiVersion: network.kmetal.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: photon\nspec: ${spec}\n`
const files = {
  'platform/kmetal.yaml': kmetal,
  'environments/photon/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
  'environments/photon/web.yaml': claim('EipClaim', 'web', '{type: nat}'),
}

interface Parts {
  readonly spec?: string
  readonly actions?: string
  readonly resources?: string
  readonly more?: string
  readonly annotations?: string
}

/** A policy of one validation, and its binding; of EipClaims about those alone that somebody wrote. */
function policy(
  validation: string,
  {
    spec = '',
    actions = 'Deny',
    resources = 'network.kmetal.io/eipclaims',
    more = '',
    annotations = '',
  }: Parts = {},
) {
  const [group, resource] = resources.split('/')
  const names = resource === 'eipclaims' ? '\n        resourceNames: [web, b]' : ''
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: ours
${annotations}spec:
  matchConstraints:
    resourceRules:
      - apiGroups: ["${group}"]
        apiVersions: ["*"]
        operations: [CREATE, UPDATE]
        resources: ["${resource}"]${names}
${spec}  validations:
    - ${validation}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: ours
spec:
  policyName: ours
  validationActions: [${actions}]
${more}`
}

const at = 'platform/policies/ours.yaml'

/** What a check of the files under a policy says, a line each. */
function said(text: string, more: Readonly<Record<string, string>> = {}) {
  const { report } = check({ head: treeOf({ ...files, ...more, [at]: text }), engine, cel })
  return report.findings
    .filter(({ rule }) => !rule.startsWith('platform/') && rule !== 'plan/frozen')
    .map(({ severity, rule, object, message }) => `${severity} ${rule} ${object}: ${message}`)
}

/** The hints of what a policy denies. */
function hintsOf(
  validation: string,
  { spec = '', more = {} }: { spec?: string; more?: Readonly<Record<string, string>> } = {},
) {
  const head = treeOf({ ...files, ...more, [at]: policy(validation, { spec }) })
  const { findings } = check({ head, engine, cel }).report
  return findings.filter(({ rule }) => rule === 'policy/denied').map(({ hint }) => hint)
}

function labelled(name: string) {
  return claim('EipClaim', name, '{type: nat}').replace(
    `name: ${name}`,
    `name: ${name}\n  labels: {desk: seven}`,
  )
}

describe('a new claim', () => {
  test('that breaks a policy is refused, in the words of the policy', () => {
    const text = policy(`expression: object.spec.type != "nat"
      messageExpression: '"no " + object.spec.type + " for " + object.metadata.name'`)
    expect(said(text)).toEqual([
      'error policy/denied EipClaim photon/web: policy "ours" denies EipClaim photon/web: no nat for web',
    ])
  })
  test.each([
    [
      'Warn',
      'warning policy/warned EipClaim photon/web: policy "ours" warns about EipClaim photon/web: no',
    ],
    [
      'Audit',
      'info policy/audited EipClaim photon/web: policy "ours" notes EipClaim photon/web: no',
    ],
  ])('is taken under %s', (actions, line) => {
    expect(
      said(policy('{expression: "object.spec.type != \'nat\'", message: "no"}', { actions })),
    ).toEqual([line])
  })
  test('is denied for what is rendered of it, and gets no address', () => {
    const text = policy(
      `{expression: 'cidr("203.0.113.64/26").containsIP(object.spec.v4Ip)', message: "only the upper part"}`,
      { resources: 'kubeovn.io/ovn-eips' },
    )
    const { report } = check({ head: treeOf({ ...files, [at]: text }), engine, cel })
    expect(report.findings.map(({ object, message }) => `${object}: ${message}`)).toContain(
      'EipClaim photon/web: policy "ours" denies OvnEip photon-web of it: only the upper part',
    )
    expect(report.allocations).toEqual([])
    expect(report.verdict).toBe('refuse')
  })
  test('is told where the policy stands', () => {
    const head = treeOf({ ...files, [at]: policy('expression: object.spec.type != "nat"') })
    const { findings } = check({ head, engine, cel }).report
    expect(findings.find(({ rule }) => rule === 'policy/denied')?.related).toEqual([
      { at: { file: at, line: 1, column: 1 }, message: 'policy "ours"' },
    ])
  })
  test('is told which expression it breaks where the policy has words of its own', () => {
    expect(hintsOf('{expression: "object.spec.type != \'nat\'", message: "no"}')).toEqual([
      'the policy asks for "object.spec.type != \'nat\'"',
    ])
    expect(hintsOf('expression: object.spec.type != "nat"')).toEqual([undefined])
  })
  test('without a label that a policy demands is told so; one that has it, where it went', () => {
    const demand = `{expression: "has(object.metadata.labels) && 'desk' in object.metadata.labels", message: no desk}`
    const web = { 'environments/photon/web.yaml': labelled('web') }
    const inGit =
      'its object in the cluster has no label and no annotation of its file: those stay in Git'
    expect(hintsOf(demand)).toEqual([expect.not.stringContaining(inGit)])
    expect(hintsOf(demand, { more: web })).toEqual([expect.stringContaining(inGit)])
  })
  test('with a label that a policy demands of what is written passes it', () => {
    const spec =
      '  matchConditions: [{name: written, expression: \'!has(object.metadata.labels) || !("netclaim.dev/environment" in object.metadata.labels)\'}]\n'
    const demand = `{expression: "has(object.metadata.labels) && 'desk' in object.metadata.labels", message: no desk}`
    const web = { 'environments/photon/web.yaml': labelled('web') }
    expect(hintsOf(demand, { spec })).toHaveLength(1)
    expect(hintsOf(demand, { spec, more: web })).toEqual([])
  })
  test("that nobody wrote is the VPC's", () => {
    const text = policy('expression: "false"').replace('[web, b]', '[external]')
    expect(said(text)).toEqual([
      'error policy/denied VpcClaim photon/main: policy "ours" denies EipClaim external of it: failed expression: "false"',
    ])
  })
  test('passes a policy that it keeps, with the defaults of its kind', () => {
    const text = policy(
      'expression: object.spec.type == "nat" && object.metadata.namespace == "photon" && oldObject == null',
    )
    expect(said(text, { 'environments/photon/web.yaml': claim('EipClaim', 'web', '{}') })).toEqual(
      [],
    )
  })
})

test('whoever holds something keeps it under a new policy, warned and nonconforming', () => {
  const commit = { facts: noFacts, engine, cel }
  const base = treeOf(files)
  const first = planCommit({ ...commit, head: base, state: new Map(), source: '1' })
  const head = treeOf({
    ...files,
    'environments/photon/b.yaml': claim('EipClaim', 'b', '{type: nat}'),
    [at]: policy('{expression: "object.spec.type != \'nat\'", message: never}'),
  })
  const next = planCommit({ ...commit, head, previous: base, state: first.tree, source: '2' })
  expect(
    next.findings.map(({ severity, object, rule }) => `${severity} ${rule} ${object}`),
  ).toEqual(['error policy/denied EipClaim photon/b', 'warning policy/denied EipClaim photon/web'])
  const book = next.tree.get('allocations/photon.yaml') ?? ''
  expect(book).toContain('nonconforming:')
  expect(book).toContain('rule: policy/denied')
  expect(next.tree.has('rendered/environments/photon/eipclaim-web.yaml')).toBe(true)
  expect(next.tree.has('rendered/environments/photon/eipclaim-b.yaml')).toBe(false)
})

describe('a policy', () => {
  test.each([
    ['no CEL', 'expression: object.spec.type ==', 'policy/expression'],
    ['no bool', 'expression: object.spec.type', 'policy/expression'],
    ['what the cluster knows', 'expression: has(object.status)', 'policy/unknown'],
    [
      'a function of its own',
      'expression: object.spec.type.replace("a", "b") == "nat"',
      'policy/unknown',
    ],
    [
      'the user, while nobody is named',
      'expression: request.userInfo.username == "a"',
      'policy/unknown',
    ],
    ['a variable that is not there', 'expression: variables.a == 1', 'policy/expression'],
  ])('of %s is refused, and so is what it asks about', (_, validation, rule) => {
    expect(said(policy(validation)).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'error policy/denied EipClaim',
      `error ${rule} ValidatingAdmissionPolicy`,
    ])
  })
  test.each([
    ['variables: [{name: a, expression: "1"}, {name: a, expression: "2"}]', 'has a name twice'],
    ['variables: [{name: "a b", expression: "1"}]', '"a b" is no identifier of CEL'],
  ])('with %s is refused, as the API server refuses it', (spec, why) => {
    expect(said(policy('expression: "true"', { spec: `  ${spec}\n` }))).toContainEqual(
      expect.stringContaining(why),
    )
  })
  test('that is left to the API server is not asked', () => {
    const annotations = '  annotations: {netclaim.dev/check: skip}\n'
    expect(said(policy('expression: has(object.status)', { annotations }))).toEqual([])
  })
  test('with failurePolicy Ignore lets pass what fails', () => {
    const spec = '  failurePolicy: Ignore\n'
    expect(said(policy('expression: object.spec.nope == 1', { spec }))).toEqual([])
    expect(said(policy('expression: object.spec.nope == 1'))).toEqual([
      'error policy/denied EipClaim photon/web: policy "ours" denies EipClaim photon/web: expression "object.spec.nope == 1" fails: field not found: nope',
    ])
  })
  test('asks nobody whom its conditions and selectors pass over', () => {
    const deny = 'expression: "false"'
    const conditions = '  matchConditions: [{name: lrp, expression: object.spec.type == "lrp"}]\n'
    expect(said(policy(deny, { spec: conditions }))).toEqual([])
    const more =
      '  matchResources: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: other}}}\n'
    expect(said(policy(deny, { more }))).toEqual([])
    expect(said(policy(deny, { more: more.replace('other', 'photon') }))).toHaveLength(1)
    expect(
      said(policy(deny, { more: '  matchResources: {objectSelector: {matchLabels: {a: b}}}\n' })),
    ).toEqual([])
  })
  test('makes its variables when they are asked for, one by another', () => {
    const spec =
      '  variables:\n    - {name: bad, expression: object.spec.nope}\n    - {name: type, expression: object.spec.type}\n    - {name: is, expression: variables.type == "nat"}\n'
    expect(said(policy('expression: variables.is || variables.bad == 1', { spec }))).toEqual([])
    expect(said(policy('expression: variables.bad == 1', { spec }))).toHaveLength(1)
  })
  test('knows the appliers by name', () => {
    const settings = { 'netclaim.yaml': 'appliers: [system:serviceaccount:netclaim:sync]\n' }
    const text = policy(
      "expression: \"'system:serviceaccounts:netclaim' in request.userInfo.groups && request.operation == 'CREATE'\"",
    )
    expect(said(text, settings)).toEqual([])
  })
  test('stands in its folder alone, with the fields that it has', () => {
    const { report } = check({
      head: treeOf({ ...files, 'environments/photon/p.yaml': policy('expression: "true"') }),
      engine,
    })
    expect(report.findings.map(({ rule }) => rule)).toContain('placement/folder')
    expect(said(policy('{expression: "true", mesage: a}')).join()).toContain(
      'field "mesage" is unknown',
    )
  })
  test('without a binding does nothing, and says so', () => {
    const alone = policy('expression: "false"').split('---')[0] ?? ''
    expect(said(alone)).toEqual([
      'warning policy/unbound ValidatingAdmissionPolicy ours: policy "ours" has no binding and does nothing',
    ])
  })
})

test('a change that a policy does not see costs no finding, and no engine where there is no policy', () => {
  const base = treeOf({ ...files, [at]: policy('expression: has(object.status)') })
  const head = treeOf({
    ...files,
    [at]: policy('expression: has(object.status)'),
    'environments/other/vpc.yaml': claim('VpcClaim', 'main', '{}').replace('photon', 'other'),
  })
  const { report } = check({ head, base, engine, cel })
  expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
  expect(() => check({ head, engine })).toThrow('no engine')
  expect(check({ head: treeOf(files), engine }).report.verdict).not.toBe('refuse')
})

describe('however much a pull request asks of them', () => {
  const many = (count: number, validations: string) =>
    Array.from({ length: count }, (_, nth) =>
      policy(`${validations}`).replaceAll(': ours', `: p${String(nth).padStart(3, '0')}`),
    ).join('---\n')
  test('policies beyond a number are not asked', () => {
    expect(said(many(101, 'expression: "true"'))).toEqual([
      'error policy/too-many ValidatingAdmissionPolicy p100: platform/policies/ has 101 policies, more than 100',
    ])
    expect(said(many(100, 'expression: "true"'))).toEqual([])
  })
  test('nor are expressions of more characters than can be compiled', () => {
    const long = `expression: "'${'a'.repeat(9000)}' != ''"`
    expect(said(many(22, long))).toEqual([])
    expect(said(many(23, long))).toEqual([
      'error policy/too-many ValidatingAdmissionPolicy p022: platform/policies/ has expressions of more than 200000 characters',
    ])
  })
  test('what they say about one claim has an end, and a denial is never left out', () => {
    const all = many(60, 'expression: "false"').split('---\n')
    const warn = all.map((text) => text.replace('[Deny]', '[Warn]'))
    expect(said(all.join('---\n'))).toHaveLength(20)
    const last = [...warn.slice(0, -1), all.at(-1)].join('---\n')
    expect(said(last).filter((line) => line.startsWith('error'))).toHaveLength(1)
    expect(said(last)).toHaveLength(21)
  })
})
