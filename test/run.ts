import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runCases } from './cases.ts'
import { longTests } from './cluster/long-tests.ts'

/** How one part of the tests went. */
export interface Outcome {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** What a person must read; empty when all is well. */
  readonly text: string
}

/** Tests of what is built once a machine. */
const FLUX_TESTS = ['test/cluster/flux.test.ts']

/** A tool counts as one test: it passes or it does not. */
const tools = ['format:check', 'lint', 'types', 'unused']

if (import.meta.main) await main()

async function main(): Promise<void> {
  const outcomes: Outcome[] = []
  // None of them keeps every core busy.
  for (const outcome of await Promise.all(tools.map(runTool))) outcomes.push(show(outcome))
  const { PEERS: peers, ...given } = process.env
  const env = { SEED: '1', ...given }
  outcomes.push(show(await runVitest('vitest', [], { ...env, SHORT: '1' })))
  if (peers === undefined)
    console.log('skip  the long tests on real peers: npm run test:peers runs them')
  else {
    const all = { ...env, PEERS: peers }
    outcomes.push(show(await runVitest('peers', longTests, all)))
    // By itself: it starts half a cluster, and waits for it.
    outcomes.push(show(await runVitest('flux', FLUX_TESTS, all)))
  }
  const cases = await runCases()
  if (cases === undefined) console.log('skip  cases: none beside the checkout')
  else outcomes.push(show(cases))
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((n, one) => n + one[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 ? 1 : 0
}

function show(outcome: Outcome): Outcome {
  const { name, passed, failed, text } = outcome
  const mark = failed > 0 ? 'FAIL' : 'ok  '
  console.log(`${mark}  ${name}: ${passed} right, ${failed} wrong${text === '' ? '' : `\n${text}`}`)
  return outcome
}

async function runTool(name: string): Promise<Outcome> {
  const { code, text } = await run('npm', ['run', '--silent', name])
  const well = code === 0
  return {
    name,
    passed: well ? 1 : 0,
    failed: well ? 0 : 1,
    text: well ? '' : stripVTControlCharacters(text),
  }
}

/** Every test counts; so does a file that could not be loaded, and a run that ends without a report. */
async function runVitest(
  name: string,
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-test-'))
  try {
    const file = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const args = ['vitest', 'run', '--silent=passed-only', ...reporters, ...files]
    const { code } = await run('npx', args, { live: true, env })
    const report = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    return report === undefined
      ? { name, passed: 0, failed: 1, text: `no report, exit code ${code}` }
      : { ...countTests(report, code), name }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the JSON report of vitest adds up to. */
export function countTests(report: string, code: number): Outcome {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as {
    readonly numPassedTests: number
    readonly numFailedTests: number
    readonly testResults: readonly {
      readonly status: string
      readonly assertionResults: readonly { readonly status: string }[]
    }[]
  }
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
  ).length
  const failed = numFailedTests + unloaded
  const untold = code !== 0 && failed === 0 ? 1 : 0
  return { name: 'vitest', passed: numPassedTests, failed: failed + untold, text: '' }
}

/** Runs a program to its end. `live` shows what it prints at once, so that one sees what is slow. */
function run(
  command: string,
  args: readonly string[],
  { live = false, env = process.env }: { live?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, NO_COLOR: '1' },
    })
    let text = ''
    const take = (chunk: string) => {
      if (live) process.stdout.write(chunk)
      else text += chunk
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take)
    child.on('error', (error) => resolve({ code: 1, text: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, text }))
  })
}
