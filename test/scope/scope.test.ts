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
  test('a grant touches its environment', () => {
    const scope = scopeOf(['platform/tenants/z.yaml'], listing)
    expect(scope).toMatchObject({ planned: new Set(['z']) })
  })
})

describe('a part of the repository', () => {
  const base = generate(450)
  const state = check({ head: base, engine }).after

  test('reads the files that the scope names and no others', async () => {
    const sources = sourcesOf(
      base,
      change(base, 12, (file) => `${file}---\n${floating(12)}`),
    )
    await loadCheck(sources)
    const name = environmentName(12)
    expect(new Set([...sources.head.seen, ...sources.base.seen])).toEqual(
      new Set(['netclaim.yaml', 'platform/kmetal.yaml', `environments/${name}/claims.yaml`]),
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
          for (const [n, edit] of steps) head = change(head, n, (file) => edit(file, n))
          const request = await loadCheck(sourcesOf(base, head))
          const part = check(request)
          const whole = check({ head, base, state, engine })
          expect(part.report).toEqual(whole.report)
          for (const [path, content] of part.after) expect(whole.after.get(path)).toBe(content)
          const lost = [...(request.state ?? [])].filter(([path]) => !part.after.has(path))
          for (const [path] of lost) expect(whole.after.has(path)).toBe(false)
        },
      ),
      { numRuns: 12 },
    )
  })

  function sourcesOf(from: Tree, to: Tree) {
    const changed = [...to]
      .filter(([path, entry]) => from.get(path) !== entry)
      .map(([path]) => path)
    return {
      head: memorySnapshot(to),
      base: memorySnapshot(from),
      state: memorySnapshot(asTree(state)),
      changed,
      engine,
    }
  }
})

type Edit = (file: string, n: number) => string

const edits: readonly Edit[] = [
  (file, n) => `${file}---\n${floating(n)}`,
  (file) => file.replace('cidrBlock: 10.', 'cidrBlock: 11.'),
  (file, n) => `${file}---\n${floating(n).replace('type: nat', `v4Ip: 100.${64 + (n % 4)}.9.9`)}`,
  (file) => file.split('---\n').slice(0, -1).join('---\n'),
  (file) => file.replace('type: lrp', 'type: nat'),
  (file) => `${file}---\n\tbroken`,
  (file, n) => `${file}---\n${subnet(n, 'dev-plane-0')}`,
  (file) => file.split('---\n').slice(2).join('---\n'),
]

function change(tree: Tree, n: number, edit: (file: string) => string): Tree {
  const path = `environments/${environmentName(n)}/claims.yaml`
  const entry: Entry | undefined = tree.get(path)
  const before = entry?.kind === 'text' ? entry.text : ''
  return new Map([...tree, [path, text(edit(before))]])
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
