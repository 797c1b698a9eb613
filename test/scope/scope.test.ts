import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadCheck } from '../../functions/load-check.ts'
import type { Entry, Tree } from '../../lib/domain/document.ts'
import { check } from '../../lib/pipeline/check.ts'
import { scopeOf } from '../../lib/pipeline/scope.ts'
import { environmentName, generate, text } from '../bench/generate.ts'
import { asTree, memorySnapshot } from './memory-snapshot.ts'

const engine = '0'

describe('what a change can touch', () => {
  const environments = new Set(['a', 'a-b', 'a-b-c', 'ab', 'z'])
  const listing = { environments, platform: [], pools: [] }

  test('an environment and those whose names share its dashes are planned', () => {
    const scope = scopeOf(['environments/a-b/x.yaml'], listing)
    expect(scope).toEqual({
      kind: 'part',
      planned: new Set(['a-b', 'a', 'a-b-c']),
      context: new Set(),
    })
  })
  test('an environment with a name of its own is planned alone', () => {
    const scope = scopeOf(['environments/z/x.yaml', 'README.md'], listing)
    expect(scope).toEqual({ kind: 'part', planned: new Set(['z']), context: new Set() })
  })
  test.each(['netclaim.yaml', 'platform/kmetal.yaml', 'acknowledgements/a.yaml'])(
    '%s can touch everything',
    (path) => expect(scopeOf([path], listing)).toEqual({ kind: 'whole' }),
  )
  test.each(['platform', 'acknowledgements', 'environments'])(
    'what stands in place of %s/ can touch everything',
    (path) => expect(scopeOf([path], listing)).toEqual({ kind: 'whole' }),
  )
  test('what stands in place of an environment touches it', () => {
    const scope = scopeOf(['environments/z'], listing)
    expect(scope).toMatchObject({ planned: new Set(['z']) })
  })
  test('a grant touches its environment', () => {
    const scope = scopeOf(['platform/tenants/z.yaml'], listing)
    expect(scope).toMatchObject({ planned: new Set(['z']) })
  })
})

describe('a part of the repository', () => {
  const base = generate(450)
  const state = check({ head: base, engine }).after()

  test('reads the files that the scope names and no others', async () => {
    const sources = sourcesOf(
      base,
      change(base, 12, () => [['more', floating(12)]]),
    )
    await loadCheck(sources)
    const name = environmentName(12)
    expect(new Set([...sources.head.seen, ...sources.base.seen])).toEqual(
      new Set([
        'netclaim.yaml',
        'platform/kmetal.yaml',
        ...[...base.keys(), `environments/${name}/more.yaml`].filter((path) =>
          path.startsWith(`environments/${name}/`),
        ),
      ]),
    )
    const others = sources.state.seen.filter((path) => !path.includes(name))
    expect(others.toSorted()).toEqual([
      'allocations/pools/ext-0/100.64.0.0.yaml',
      'allocations/pools/ext-0/100.64.255.0.yaml',
      'allocations/pools/ext-0/index.yaml',
      'allocations/pools/ext-1/index.yaml',
      'allocations/pools/ext-2/index.yaml',
      'allocations/pools/ext-3/index.yaml',
      'platform.yaml',
      'state.yaml',
    ])
    expect(sources.state.seen.length).toBeLessThan(40)
  })

  test('gives the report and the files that the whole gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(29), fc.constantFrom(...edits)), { minLength: 1, maxLength: 4 }),
        async (steps) => {
          let head = base
          for (const [n, edit] of steps) head = change(head, n, (old) => edit(old, n))
          const request = await loadCheck(sourcesOf(base, head))
          const part = check(request)
          const whole = check({ head, base, state, engine })
          expect(part.report).toEqual(whole.report)
          const [mine, all] = [part.after(), whole.after()]
          for (const [path, content] of mine) expect(all.get(path)).toBe(content)
          const lost = [...(request.state ?? [])].filter(([path]) => !mine.has(path))
          for (const [path] of lost) expect(all.has(path)).toBe(false)
        },
      ),
      { numRuns: 12 },
    )
  })

  const link: Entry = { kind: 'link', target: 'elsewhere' }

  test.each([
    ...[18, 12].map((n) => `environments/${environmentName(n)}`),
    'environments/new',
    'platform',
    'acknowledgements',
  ])('finds the link that stands in place of %s/, and releases nothing', async (folder) => {
    const kept = [...base].filter(([path]) => !path.startsWith(`${folder}/`))
    const head = new Map<string, Entry>([...kept, [folder, link]])
    const { report, after } = check(await loadCheck(sourcesOf(base, head)))
    const errors = report.findings.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ rule, at }) => `${at?.file} ${rule}`)).toEqual([
      `${folder} placement/link`,
    ])
    const ledgers = [...after()].filter(([path]) => path.startsWith('allocations/'))
    for (const [path, content] of ledgers) expect(state.get(path)).toBe(content)
  })

  test('knows a former link in place of an environment whose sibling changes', async () => {
    const folder = `environments/${environmentName(18)}`
    const kept = [...base].filter(([path]) => !path.startsWith(`${folder}/`))
    const former = new Map<string, Entry>([...kept, [folder, link]])
    const head = change(former, 19, () => [['more', floating(19)]])
    const { report, after } = check(await loadCheck(sourcesOf(former, head)))
    expect(report.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
      'info placement/link',
    ])
    const book = `allocations/${environmentName(18)}.yaml`
    expect(after().get(book)).toBe(state.get(book))
  })

  function sourcesOf(from: Tree, to: Tree) {
    const paths = new Set([...from.keys(), ...to.keys()])
    const changed = [...paths].filter((path) => from.get(path) !== to.get(path))
    return {
      head: memorySnapshot(to),
      base: memorySnapshot(from),
      state: memorySnapshot(asTree(state)),
      changed,
      engine,
    }
  }
})

/** Files of an environment by name, without their ending; undefined removes one. */
type Edits = readonly (readonly [string, string | undefined])[]
type Edit = (old: (name: string) => string, n: number) => Edits

const edits: readonly Edit[] = [
  (_, n) => [['more', floating(n)]],
  (old) => [
    ['subnetclaim-plane-1', old('subnetclaim-plane-1').replace('cidrBlock: 10.', 'cidrBlock: 11.')],
  ],
  (_, n) => [['more', floating(n).replace('type: nat', `v4Ip: 100.${64 + (n % 4)}.9.9`)]],
  () => [['eipclaim-web-7', undefined]],
  (old) => [['eipclaim-external', old('eipclaim-external').replace('type: lrp', 'type: nat')]],
  () => [['broken', 'a:\n\tb: c\n']],
  (_, n) => [['dev', subnet(n, 'dev-plane-0')]],
  () => [
    ['vpcclaim-main', undefined],
    ['subnetclaim-plane-0', undefined],
  ],
]

function change(tree: Tree, n: number, edit: (old: (name: string) => string) => Edits): Tree {
  const pathOf = (name: string) => `environments/${environmentName(n)}/${name}.yaml`
  const next = new Map<string, Entry>(tree)
  const old = (name: string) => {
    const entry = tree.get(pathOf(name))
    return entry?.kind === 'text' ? entry.text : ''
  }
  for (const [name, content] of edit(old)) {
    if (content === undefined) next.delete(pathOf(name))
    else next.set(pathOf(name), text(content))
  }
  return next
}

function floating(n: number): string {
  return `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: more
  namespace: ${environmentName(n)}
spec:
  type: nat
`
}

function subnet(n: number, name: string): string {
  return `apiVersion: network.kmetal.io/v1alpha1
kind: SubnetClaim
metadata:
  name: ${name}
  namespace: ${environmentName(n)}
spec:
  cidrBlock: 10.250.0.0/24
`
}
