import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './row.ts'

const ROUNDS = 9
/** Milliseconds that a start may take on Node 22 and later. */
const GOAL_MS = 150

/** How long the bundled command takes from its start to its end, beside an empty Node. */
export function startBench(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-start-'))
  try {
    execFileSync(process.execPath, ['functions/cli/bundle.mjs', folder])
    const command = join(folder, 'netclaim.js')
    const empty = medianMs(['-e', '0'])
    return [
      row('start: netclaim --version', medianMs([command, '--version']), empty),
      row(
        'start: netclaim check, the template',
        medianMs([command, 'check', '--head', 'repo-template']),
        empty,
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The peer is `node -e 0`: what no command in Node can be below. */
function row(name: string, ours: number, empty: number): Row {
  return {
    name,
    ours,
    peer: empty,
    unit: 'ms',
    ratio: empty / ours,
    goal: `under ${GOAL_MS} ms`,
    met: ours < GOAL_MS,
  }
}

function medianMs(args: readonly string[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    execFileSync(process.execPath, args, { stdio: 'ignore' })
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}
