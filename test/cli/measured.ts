import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lastWords, peakIn, ticksIn } from '../bench/last-words.ts'
import type { Ran } from './fake-terminal.ts'

/** What a program wrote, how it ended, and what it took. */
export interface Measured extends Ran {
  readonly seconds: number
  /** Of processor time: what it takes on a machine that has nothing else to do. */
  readonly alone: number
  /** The most memory that it had. */
  readonly mib: number
}

/** Runs a program for Node as a process of its own, whose memory is that of nobody else, in `cwd`. */
export function measured(program: string, args: readonly string[], cwd: string): Measured {
  const told = join(cwd, 'last-words')
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...lastWords(told, ['stat', 'status']), program, ...args],
    { cwd, encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  const seconds = (performance.now() - start) / 1_000
  const took = { alone: ticksIn(`${told}.stat`) / 100, mib: peakIn(`${told}.status`) }
  for (const name of ['stat', 'status']) rmSync(`${told}.${name}`)
  return { code: status ?? -1, out: stdout, err: stderr, seconds, ...took }
}
