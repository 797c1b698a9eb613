import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { loadCheck } from '../../functions/load-check.ts'
import type { Tree } from '../../lib/domain/document.ts'
import { check } from '../../lib/pipeline/check.ts'
import type { CheckRequest } from '../../lib/pipeline/check-request.ts'
import { readTree } from '../../lib/pipeline/read/read-tree.ts'
import { asTree, memorySnapshot } from '../scope/memory-snapshot.ts'
import { environmentName, generate, text } from './generate.ts'
import { mediansMs } from './measure.ts'
import { naiveCheck } from './naive.ts'
import type { Row } from './row.ts'

const engine = '0'
const ROUNDS = 9

/** A cold check against the naive stack, and how it grows. */
export function coldRows(size: number): readonly Row[] {
  const head = generate(size)
  const naive = naiveCheck(head)
  const seen = [...readTree(head).value.environments.values()].reduce(
    (sum, one) => sum + one.claims.length,
    0,
  )
  if (naive.claims !== seen || naive.overlaps + naive.duplicates > 0)
    throw new Error('the two sides see different claims')
  const works = [() => check({ head, engine }), () => naiveCheck(head)]
  const [ours = Number.NaN, peer = Number.NaN] = mediansMs(works, ROUNDS)
  const ratio = peer / ours
  const rss = coldMemory(size)
  return [
    {
      name: `cold check of ${seen} claims, rendered, against yaml + zod + pairs, not rendered`,
      ours,
      peer,
      unit: 'ms',
      ratio,
      goal: '>= 4x at 10k',
      met: ratio >= 4,
    },
    {
      name: 'most resident memory of one such check',
      ours: rss,
      unit: 'MiB',
      goal: '< 700 MiB',
      met: rss < 700,
    },
  ]
}

/** Milliseconds of a cold check of each of two sizes, measured by turns. */
export function coldTimes(sizes: readonly [number, number]): readonly [number, number] {
  const works = sizes.map((size) => {
    const head = generate(size)
    return () => check({ head, engine })
  })
  const [first = Number.NaN, second = Number.NaN] = mediansMs(works, ROUNDS)
  return [first, second]
}

/** MiB at most that a process needs which makes the repository and checks it once. */
function coldMemory(size: number): number {
  const file = join(import.meta.dirname, 'cold-memory.ts')
  return Number(execFileSync(process.execPath, [file, String(size)], { encoding: 'utf8' }))
}

/** One changed claim against a repository whose state is there. */
export async function changeRow(
  size: number,
  cold: number,
): Promise<{ readonly row: Row; readonly ms: number }> {
  const base = generate(size)
  const state = asTree(check({ head: base, engine }).after())
  const path = `environments/${environmentName(7)}/eipclaim-web-5.yaml`
  const entry = base.get(path)
  const before = entry?.kind === 'text' ? entry.text : ''
  const head: Tree = new Map([
    ...base,
    [
      path,
      text(
        before.replace(
          'type: nat',
          'type: nat\n  clusterSelector:\n    matchLabels:\n      zone: a',
        ),
      ),
    ],
  ])
  const sources = {
    head: memorySnapshot(head),
    base: memorySnapshot(base),
    state: memorySnapshot(state),
    changed: [path],
    engine,
  }
  const load = (): Promise<CheckRequest> => loadCheck(sources)
  const times: number[] = []
  for (let round = 0; round < 25; round++) {
    const start = performance.now()
    check(await load())
    times.push(performance.now() - start)
  }
  const ms = times.toSorted((a, b) => a - b)[12] ?? 0
  const ratio = cold / ms
  const name = `one changed claim among ${size}, state warm, against the cold check`
  return {
    ms,
    row: { name, ours: ms, peer: cold, unit: 'ms', ratio, goal: '>= 20x', met: ratio >= 20 },
  }
}
