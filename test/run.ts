import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCases } from './cases.ts'

/** How one part of the tests went. */
export interface Outcome {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** What a person must read; empty when all is well. */
  readonly text: string
}

/** A tool counts as one test: it passes or it does not. */
const tools = ['format:check', 'lint', 'types', 'unused']

if (import.meta.main) await main()

async function main(): Promise<void> {
  const outcomes: Outcome[] = []
  for (const tool of tools) outcomes.push(show(await runTool(tool)))
  outcomes.push(show(await runVitest()))
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
  return { name, passed: well ? 1 : 0, failed: well ? 0 : 1, text: well ? '' : text }
}

/** Every test counts; so does a file that could not be loaded, and a run that ends without a report. */
async function runVitest(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'netclaim-test-'))
  try {
    const report = join(folder, 'report.json')
    const { code, text } = await run('npx', [
      ...['vitest', 'run', '--reporter=default', '--reporter=json'],
      ...['--silent=passed-only', `--outputFile.json=${report}`],
    ])
    return countTests(readFileSync(report, 'utf8'), code, text)
  } catch (error) {
    return { name: 'vitest', passed: 0, failed: 1, text: String(error) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the JSON report of vitest adds up to. */
export function countTests(report: string, code: number, text: string): Outcome {
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
  return { name: 'vitest', passed: numPassedTests, failed: failed + untold, text }
}

function run(command: string, args: readonly string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.on('error', (error) => resolve({ code: 1, text: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, text }))
  })
}
