import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askFor } from '../../lib/pipeline/policies/asked.ts'
import { createEngine } from '../../lib/pipeline/policies/cel/engine.ts'
import { toCelValue } from '../../lib/pipeline/policies/cel/to-values.ts'
import { prepare } from '../../lib/pipeline/policies/prepare.ts'
import { verdictsOf } from '../../lib/pipeline/policies/verdicts.ts'
import { readSide } from '../../lib/pipeline/read-side.ts'
import { type Peers, startPeers, stopPeers } from '../peers/peers.ts'
import { treeOf } from '../read/tree-of.ts'
import { ask } from './policies/api.ts'
import { refused, vectors } from './policies/vectors.ts'
import { whole } from './policies/whole.ts'
import { START_MS } from './real-api-server.ts'

const there = existsSync(new URL('../../../shared/peers/up.mjs', import.meta.url))
if (!there) console.log('skip  policy vectors: no ../shared/peers')

type Verdict = 'true' | 'false' | 'error' | 'no policy' | 'unknown'

const account = 'system:serviceaccount:netclaim:sync'
const groups = ['system:serviceaccounts', 'system:serviceaccounts:netclaim', 'system:authenticated']
const dir = mkdtempSync(join(tmpdir(), 'nc-'))
const engine = createEngine()
let peers: Peers

describe.skipIf(!there)('the API server as the judge', () => {
  beforeAll(async () => {
    peers = await startPeers(['--dir', dir])
    await makeKind()
  }, START_MS)
  afterAll(async () => {
    await stopPeers(peers)
    rmSync(dir, { recursive: true, force: true })
  })

  test(
    `${vectors.length} expressions get its verdict`,
    async () => {
      const expressions = [...new Set(vectors.map(([expression]) => expression))]
      const names = new Map(expressions.map((expression, at) => [expression, `v-${at}`]))
      const made = new Map(
        await inTurn(
          expressions,
          async (expression) =>
            [expression, await makePolicy(names.get(expression) ?? '', expression)] as const,
        ),
      )
      await untilEffective()
      const rows = await inTurn(vectors, async ([expression, spec]) => {
        const name = names.get(expression) ?? ''
        const theirs = made.get(expression) === true ? await theirVerdict(name, spec) : 'no policy'
        return [expression, spec, theirs, ourVerdict(name, expression, spec)] as const
      })
      const count = (verdict: Verdict) => rows.filter(([, , theirs]) => theirs === verdict).length
      expect(differences(rows)).toEqual([])
      // A judge who says the same to everything would be none.
      for (const verdict of ['true', 'false', 'error'] as const)
        expect(count(verdict)).toBeGreaterThan(60)
    },
    START_MS,
  )

  test('whole policies say the same, in the same words', async () => {
    const names = Object.keys(whole).map((title, at) => [title, `w-${at}`] as const)
    for (const [title, name] of names) {
      expect([title, await make(name, specOf(title, name))]).toEqual([title, undefined])
    }
    await untilEffective('last-whole')
    const theirs = await inTurn(
      names,
      async ([title, name]) => [title, await theirWords(name)] as const,
    )
    expect(names.map(([title, name]) => [title, ourWords(title, name)])).toEqual(theirs)
  })

  test.each(refused)(
    '%s is refused here, for %s, though the API server takes it',
    async (expression, reason) => {
      expect(reason).not.toBe('')
      expect(
        await makePolicy(`r-${refused.findIndex(([one]) => one === expression)}`, expression),
      ).toBe(true)
      expect(ourVerdict('r', expression, {})).toBe('unknown')
    },
  )
})

function ourVerdict(name: string, expression: string, spec: unknown): Verdict {
  const compiled = engine.compile(expression, 'bool')
  if (!('run' in compiled)) return 'unknown'
  engine.restart()
  const outcome = compiled.run({
    object: toCelValue(object(name, spec)),
    oldObject: null,
    request: toCelValue(request(name)),
  })
  if ('error' in outcome || typeof outcome.value !== 'boolean') return 'error'
  return outcome.value ? 'true' : 'false'
}

function specOf(title: string, name: string) {
  const { objectSelector, namespaceSelector, ...spec } = whole[title] ?? {}
  const selectors = {
    ...(objectSelector !== undefined && { objectSelector }),
    ...(namespaceSelector !== undefined && { namespaceSelector }),
  }
  return { ...spec, matchConstraints: { resourceRules: [ruleFor(name)], ...selectors } }
}

/** What is said about the one claim; of an error that it is one, since its words are the engine's. */
function ourWords(title: string, name: string): string | undefined {
  const api = 'admissionregistration.k8s.io/v1'
  const spec = specOf(title, name)
  const binding = { policyName: name, validationActions: ['Deny'] }
  const text = [
    { apiVersion: api, kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec },
    {
      apiVersion: api,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: binding,
    },
  ]
  const { inputs, findings } = readSide(
    treeOf({ 'platform/policies/p.yaml': text.map((one) => JSON.stringify(one)).join('\n---\n') }),
  )
  expect(findings.filter(({ severity }) => severity !== 'warning')).toEqual([])
  const [policy] = inputs.policies
  if (policy === undefined) throw new Error('no policy')
  const { prepared } = prepare(policy, engine, true)
  const asked = askFor(object(name, { type: 'nat' }))
  const users = [{ username: account, groups }]
  const [first] = verdictsOf(prepared, asked, { cel: engine, users })
  return first && withoutError(first.message)
}

async function theirWords(name: string): Promise<string | undefined> {
  const path = '/apis/network.kmetal.io/v1alpha1/namespaces/default/eipclaims?dryRun=All'
  const { status, body } = await ask(peers, { user: account, groups }, `POST ${path}`, {
    value: object(name, { type: 'nat' }),
  })
  return status === 201 ? undefined : withoutError(body.message ?? '')
}

function withoutError(message: string): string {
  if (/resulted in error| fails: |match condition/.test(message)) return 'an error'
  return message
    .replace(/^.*denied request: /, '')
    .replace(/^failed expression: "(.*)"$/, 'failed expression: $1')
}

function object(name: string, spec: unknown = {}) {
  const [annotations, labels] = [{ a: 'b' }, { a: 'b' }]
  const metadata = { name, namespace: 'default', annotations, labels }
  return { apiVersion: 'network.kmetal.io/v1alpha1', kind: 'EipClaim', metadata, spec }
}

function request(name: string) {
  const [group, version] = ['network.kmetal.io', 'v1alpha1']
  return {
    operation: 'CREATE',
    name,
    namespace: 'default',
    kind: { group, version, kind: 'EipClaim' },
    resource: { group, version, resource: 'eipclaims' },
    userInfo: { username: account, groups },
  }
}

async function theirVerdict(name: string, spec: unknown): Promise<Verdict> {
  const path = '/apis/network.kmetal.io/v1alpha1/namespaces/default/eipclaims?dryRun=All'
  const caller = { user: account, groups }
  const { status, body } = await ask(peers, caller, `POST ${path}`, { value: object(name, spec) })
  if (status === 201) return 'true'
  if (body.message?.includes('resulted in error')) return 'error'
  if (body.message?.includes('denied request: no!')) return 'false'
  throw new Error(`${name}: ${status} ${body.message}`)
}

/** Whether the API server takes a policy of that expression. */
async function makePolicy(name: string, expression: string): Promise<boolean> {
  const spec = { matchConstraints: { resourceRules: [ruleFor(name)] } }
  const refusal = await make(name, { ...spec, validations: [{ expression, message: 'no!' }] })
  return refusal === undefined
}

/** Objects of one name alone, so that policies do not meet. */
function ruleFor(name: string) {
  return {
    apiGroups: ['network.kmetal.io'],
    apiVersions: ['v1alpha1'],
    operations: ['CREATE'],
    resources: ['eipclaims'],
    resourceNames: [name],
  }
}

/** Makes a policy and its binding; gives why it is not taken. */
async function make(name: string, spec: unknown): Promise<string | undefined> {
  const root = '/apis/admissionregistration.k8s.io/v1'
  const value = { metadata: { name }, spec }
  const made = await ask(peers, undefined, `POST ${root}/validatingadmissionpolicies`, { value })
  if (made.status !== 201) return made.body.message
  await ask(peers, undefined, `POST ${root}/validatingadmissionpolicybindings`, {
    value: { metadata: { name }, spec: { policyName: name, validationActions: ['Deny'] } },
  })
  return undefined
}

/** The last policy made is in force only some time after it was made. */
async function untilEffective(last = 'last'): Promise<void> {
  await makePolicy(last, 'false')
  for (let round = 0; round < 100 && (await theirVerdict(last, {})) === 'true'; round += 1)
    await sleep(100)
  await sleep(500)
}

/** One line each: the expression, what it was asked about, their verdict and ours. */
function differences(
  rows: readonly (readonly [string, unknown, Verdict, Verdict])[],
): readonly string[] {
  return rows
    .filter(([, , theirs, ours]) => !isSame(theirs, ours))
    .map(
      ([expression, spec, theirs, ours]) =>
        `${expression} of ${JSON.stringify(spec)}: ${theirs}, here ${ours}`,
    )
}

/** What the API server takes for no policy at all must not pass here. */
function isSame(theirs: Verdict, ours: Verdict): boolean {
  return theirs === ours || (theirs === 'no policy' && (ours === 'error' || ours === 'unknown'))
}

/** Eight at a time. */
async function inTurn<In, Out>(
  items: readonly In[],
  act: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = []
  for (let at = 0; at < items.length; at += 8) {
    results.push(...(await Promise.all(items.slice(at, at + 8).map(act))))
  }
  return results
}

async function makeKind(): Promise<void> {
  const openAPIV3Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  await ask(peers, undefined, 'POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    value: {
      metadata: { name: 'eipclaims.network.kmetal.io' },
      spec: {
        group: 'network.kmetal.io',
        scope: 'Namespaced',
        names: { kind: 'EipClaim', plural: 'eipclaims', singular: 'eipclaim' },
        versions: [{ name: 'v1alpha1', served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    },
  })
  await ask(peers, undefined, 'POST /apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    value: {
      metadata: { name: 'sync' },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'cluster-admin',
      },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: account }],
    },
  })
  const list = '/apis/network.kmetal.io/v1alpha1/namespaces/default/eipclaims'
  for (let round = 0; round < 100; round += 1) {
    if ((await ask(peers, undefined, `GET ${list}`)).status === 200) return
    await sleep(100)
  }
}
