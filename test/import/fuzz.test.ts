import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Finding } from '../../lib/domain/finding.ts'
import { treeOf } from '../../lib/pipeline/import/files.ts'
import { importObjects } from '../../lib/pipeline/import/import-objects.ts'
import { Dump } from '../../lib/pipeline/import/read-dump.ts'
import { stateFiles } from '../../lib/pipeline/import/state-files.ts'
import { takeOverFiles } from '../../lib/pipeline/import/take-over-files.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import { importMarkdown } from '../../lib/summary/import-markdown.ts'
import { importText } from '../../lib/summary/import-text.ts'
import { expectWhole } from '../plan/invariants.ts'
import { engine } from '../plan/world.ts'
import { byHand } from './by-hand.ts'
import { kubeDc } from './kube-dc.ts'
import { object, ownObjects } from './live-of.ts'

const LABEL = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?'
const PATH = new RegExp(
  `^(?:netclaim\\.yaml|platform/(?:cluster-config\\.env|(?:kmetal|tenants/${LABEL})\\.yaml)|environments/${LABEL}/(?:vpc|(?:subnet|eip|cluster|kdccluster)-${LABEL})\\.yaml)$`,
)

const claims = ['VpcClaim main', 'SubnetClaim lan', 'EipClaim web'].map((one) => {
  const [kind = '', name = ''] = one.split(' ')
  return object('network.kmetal.io/v1alpha1', kind, name, {
    metadata: { namespace: 'photon-prod' },
    spec: {},
  })
})
const kmetal = object('kmetal.io/v1alpha1', 'KMetal', 'km', {
  spec: {
    networking: {
      providerNetworks: [
        {
          name: 'uplink',
          interface: 'bond0',
          subnets: [{ name: 'outside', cidrBlock: '198.51.100.0/24' }],
        },
      ],
      loadBalancer: { tenantControlPlanes: { addresses: ['172.21.208.100-172.21.208.250'] } },
    },
  },
})
const good: readonly object[] = [
  ...ownObjects,
  ...Object.values(byHand()),
  ...kubeDc(),
  ...claims,
  kmetal,
]

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    '198.51.100.21',
    '198.51.100.1',
    '0.0.0.0/0',
    'photon-prod',
    '../../x',
    '__proto__',
    'outside',
    '\u202e',
    true,
    null,
    7,
  ),
)

/** An object with something else at a place of it, chosen by a number for each step. */
function changed(one: unknown, [step, ...more]: readonly number[], to: unknown): unknown {
  if (step === undefined || typeof one !== 'object' || one === null) return to
  const keys = Object.keys(one)
  const key = keys[step % (keys.length + 1)] ?? 'extra'
  const inner = changed((one as Record<string, unknown>)[key], more, to)
  if (!Array.isArray(one)) return { ...one, [key]: inner }
  if (one.length === 0) return [inner]
  return one.with(Math.min(Number(key) || 0, one.length - 1), inner)
}

const edits = fc.array(
  fc.record({
    at: fc.nat(),
    steps: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
    to: value,
    keeps: fc.boolean(),
  }),
  { maxLength: 6 },
)

/** Some hundredths of a second each where the machine has other things to do. */
const options = { timeout: process.env['LONG'] === undefined ? 60_000 : 900_000 }

test(
  'whatever objects hold, an import comes to a repository that is read and planned without a fault, or to a refusal',
  options,
  () => {
    fc.assert(
      fc.property(
        edits,
        fc.boolean(),
        fc.array(fc.jsonValue(), { maxLength: 3 }),
        (some, isKmetals, rest) => {
          const objects: unknown[] = isKmetals ? [...good] : good.slice(0, -claims.length - 1)
          for (const { at, steps, to, keeps } of some) {
            const place = at % objects.length
            const next = changed(objects[place], steps, to)
            if (keeps) objects.push(next)
            else objects[place] = next
          }
          const dump = new Dump()
          dump.add('dump.json', [
            JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...objects, ...rest] }),
          ])
          const imported = importObjects(dump.lists, { engine })
          for (const path of imported.files.keys()) expect(path).toMatch(PATH)
          expect(importText(imported) + importMarkdown(imported)).not.toMatch(/\u202e/)
          if (imported.findings.some(({ severity }) => severity === 'error')) return
          const acknowledged = [...takeOverFiles(imported)].map(
            ([, text], n) => [`acknowledgements/${n}.yaml`, text] as const,
          )
          const base = { facts: imported.facts, engine }
          const head = treeOf(imported.files)
          const first = planCommit({
            ...base,
            head,
            state: stateFiles(imported.state),
            source: '1'.repeat(40),
          })
          expect(first.findings.filter(({ severity }) => severity === 'error')).toEqual([])
          expectWhole(first.tree)
          expect([...first.tree.keys()].filter((path) => /^rendered\/.*yaml$/.test(path))).toEqual(
            [],
          )
          const next = planCommit({
            ...base,
            head: treeOf(new Map([...imported.files, ...acknowledged])),
            previous: head,
            state: first.tree,
            source: '2'.repeat(40),
          })
          // Only now it is asked whether there is a block for all that asks for one.
          const isNews = ({ severity, rule }: Finding) =>
            severity === 'error' && !/^vip\/(?:exhausted|tenant-network)/.test(rule)
          expect(next.findings.filter(isNews)).toEqual([])
          expectWhole(next.tree)
        },
      ),
      { numRuns: process.env['LONG'] === undefined ? 100 : 1_000 },
    )
  },
)
