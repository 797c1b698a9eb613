import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Finding } from '../../lib/domain/finding.ts'
import { treeOf } from '../../lib/pipeline/import/files.ts'
import { type Imported, importObjects } from '../../lib/pipeline/import/import-objects.ts'
import { crdsPart } from '../../lib/pipeline/plan/imported.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { bookPath } from '../../lib/pipeline/state/state-paths.ts'
import {
  writeBook,
  writeHead,
  writePlatform,
  writePool,
} from '../../lib/pipeline/state/write-state.ts'
import { layOut, layouts, platform, repositories } from '../admission/generate.ts'
import { acknowledgement } from '../plan/files.ts'
import { expectWhole } from '../plan/invariants.ts'
import { rendered } from '../plan/rendered.ts'
import { engine, World } from '../plan/world.ts'
import { listsOf, liveOf, namespacesOf, ownObjects } from './live-of.ts'

const long = process.env['LONG'] !== undefined
/** Of each law; a platform takes a quarter of a second where the machine has other things to do. */
const options = { timeout: long ? 600_000 : 60_000 }

/** Segments on one network and on several, tagged or not, with what all tenants are kept away from or without. */
const platforms = fc.constantFrom(
  platform,
  platform.replace(
    'extraBlockedEgressCIDRs: []',
    'extraBlockedEgressCIDRs: [10.0.0.0/8, 198.51.100.0/24]',
  ),
  platform
    .replace('bond0.206', 'bond1')
    .replace('vlanID: 0', 'vlanID: 206')
    .replace(
      '      - name: ext-a',
      '      - {name: ext-c, cidrBlock: 192.0.2.0/25}\n          - name: ext-a',
    )
    .replace(
      '    extraBlocked',
      '      management: {addresses: [172.21.209.0/24, 172.21.210.7]}\n    extraBlocked',
    ),
)

/** What a cluster has, with the claims or without them. */
function liveFrom(tree: StateTree, claims: boolean) {
  return [...ownObjects, ...namespacesOf(tree), ...liveOf(tree, { claims })]
}

/** Whether an object, `OvnEip photon-web`, is of an environment that has its VPC: what others have could not be imported. */
function inVpc(tree: StateTree): (id: string) => boolean {
  const objects = rendered(tree)
  const vpcs = new Set(
    [...objects.values()].flatMap(({ kind, metadata }) => (kind === 'Vpc' ? [metadata.name] : [])),
  )
  return (id) => {
    const environment =
      objects.get(id)?.metadata.labels['netclaim.dev/environment'] ?? id.split(/[ /]/)[1]
    return vpcs.has(environment ?? '')
  }
}

/** The first plan after an import, and the one after all of it is taken over. */
function plans({ files, state, facts }: Imported): {
  readonly first: StateTree
  readonly taken: StateTree
} {
  const request = { facts, engine }
  const head = treeOf(files)
  const first = planCommit({ ...request, head, state: stateFiles(state), source: '1'.repeat(40) })
  expect(first.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  const claims = [...state.books].map(([namespace, book]) =>
    acknowledgement(
      'take-over',
      namespace,
      [...book.values()].map(({ kind, name }) => `${kind} ${namespace}/${name}`),
    ),
  )
  const parts = state.imported.filter((part) => part !== crdsPart)
  const all = [...claims, ...(parts.length === 0 ? [] : [acknowledgement('take-over', '*', parts)])]
  const more = all.map(
    (text, n) =>
      [`acknowledgements/${n}.yaml`, text.replace('name: take-over', `name: a-${n}`)] as const,
  )
  const next = planCommit({
    ...request,
    head: treeOf(new Map([...files, ...more])),
    previous: head,
    state: first.tree,
    source: '2'.repeat(40),
  })
  expect(next.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  return { first: first.tree, taken: next.tree }
}

function stateFiles(state: Imported['state']): StateTree {
  const files = new Map([writeHead(state), writePlatform(state)])
  for (const [namespace, book] of state.books)
    files.set(bookPath(namespace), writeBook(namespace, book, state.arenas.get(namespace)))
  for (const [pool, index] of state.pools)
    for (const [path, text] of writePool(pool, index)) files.set(path, text())
  return files
}

/** What is rendered below a folder, without what says of which claim it is: that is called as it can be. */
function specs(tree: StateTree) {
  return Object.fromEntries(
    [...rendered(tree, 'rendered/')].flatMap(([id, { kind, spec, metadata }]) =>
      kind === 'CustomResourceDefinition' ? [] : [[id, { spec, labels: metadata.labels }]],
    ),
  )
}

test(
  'a platform that was rendered, and is imported with its claims, is rendered again byte for byte',
  options,
  () => {
    fc.assert(
      fc.property(repositories, layouts, platforms, (wishes, seed, platform) => {
        const files = { ...layOut(wishes, seed), 'platform/kmetal.yaml': platform }
        const world = new World(files)
        const { tree } = world.commit()
        const isKnown = inVpc(tree)
        const objects = liveFrom(tree, true)
        const imported = importObjects(listsOf(objects), { engine })
        const isTold = ({ severity, object = '' }: Finding) =>
          severity !== 'info' && isKnown(object)
        expect(imported.findings.filter(isTold)).toEqual([])
        const { first, taken } = plans(imported)
        expectWhole(first)
        expectWhole(taken)
        expect([...first.keys()].filter((path) => /^rendered\/.*\.yaml$/.test(path))).toEqual([])
        const texts = (one: StateTree) => {
          const isKept = (path: string) => {
            const environment = /^rendered\/environments\/([^/]+)\//.exec(path)?.[1]
            return environment === undefined || isKnown(`Namespace ${environment}`)
          }
          const isFile = (path: string) => /^rendered\/(?!platform\/crd-).*\.yaml$/.test(path)
          return new Map([...one].filter(([path]) => isFile(path) && isKept(path)))
        }
        expect(texts(taken)).toEqual(texts(tree))
      }),
      { numRuns: long ? 400 : 40 },
    )
  },
)

test(
  'one that nobody wrote claims for comes to the same objects, but for those that could be two claims’',
  options,
  () => {
    fc.assert(
      fc.property(repositories, layouts, platforms, (wishes, seed, platform) => {
        const files = { ...layOut(wishes, seed), 'platform/kmetal.yaml': platform }
        const world = new World(files)
        const { tree } = world.commit()
        const objects = liveFrom(tree, false)
        const imported = importObjects(listsOf(objects), { engine })
        const isKnown = inVpc(tree)
        const unclear = imported.findings.filter(
          ({ severity, object = '' }) => severity !== 'info' && isKnown(object),
        )
        const rules = new Set(unclear.map(({ rule }) => rule))
        expect([...rules].filter((rule) => rule !== 'import/unclear')).toEqual([])
        const { first, taken } = plans(imported)
        expectWhole(first)
        expectWhole(taken)
        const [before, after] = [specs(tree), specs(taken)]
        for (const { object = '' } of unclear) delete before[object]
        for (const [id, { labels }] of Object.entries(before)) {
          if (labels['netclaim.dev/environment'] === undefined || isKnown(id)) continue
          // What has no VPC of its own looks like a claim of the environment whose name its own begins with.
          delete before[id]
          delete after[id]
        }
        expect(after).toEqual(before)
        const compared = [...imported.comparison.values()].flat()
        expect(compared.filter(({ live }) => live === 'differs')).toEqual([])
      }),
      { numRuns: long ? 400 : 40 },
    )
  },
)

test('the order of what is imported does not matter', options, () => {
  fc.assert(
    fc.property(repositories, layouts, fc.infiniteStream(fc.nat()), (wishes, seed, keys) => {
      const world = new World(layOut(wishes, seed))
      const { tree } = world.commit()
      const objects = liveFrom(tree, true)
      const shuffled = objects
        .map((one) => ({ one, key: keys.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
      const again = importObjects(listsOf(shuffled.map(({ one }) => one)), { engine })
      expect(again).toEqual(importObjects(listsOf(objects), { engine }))
    }),
    { numRuns: long ? 100 : 10 },
  )
})
