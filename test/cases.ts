import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './run.ts'

const runner = '../shared/tools/run-cases.mjs'
const index = '../shared/cases/index.json'
const pendingFile = 'test/cases-pending.txt'
/** Runs side by side; the machines that test have two cores. */
const LANES = 2

/**
 * Runs the cases that lie beside the checkout against the bundled command line. A case that is
 * wrong fails unless `cases-pending.txt` names it; a case named there that comes out right fails too.
 * Undefined where no cases are.
 */
export async function runCases(): Promise<Outcome | undefined> {
  if (!existsSync(runner) || !existsSync(index)) return undefined
  const bundle = mkdtempSync(join(tmpdir(), 'netclaim-bundle-'))
  try {
    const built = await output(['functions/cli/bundle.mjs', bundle])
    const topics = [...new Set(caseIds().map((id) => id.replace(/\d+$/, '')))]
    const texts: string[] = []
    await Promise.all(Array.from({ length: LANES }, () => drain(topics, bundle, texts)))
    return judge(texts.join('\n'), pending(), built)
  } finally {
    rmSync(bundle, { recursive: true, force: true })
  }
}

/** Takes topics off the list, the costliest way of running them first come first served. */
async function drain(topics: string[], bundle: string, texts: string[]): Promise<void> {
  for (let topic = topics.shift(); topic !== undefined; topic = topics.shift())
    texts.push(
      await output([
        runner,
        '--only',
        topic,
        '--verbose',
        '--',
        'node',
        join(bundle, 'netclaim.js'),
      ]),
    )
}

/** What the runs say, held against the list of those known to be wrong. */
export function judge(text: string, known: ReadonlyMap<string, string>, context = ''): Outcome {
  const runs = new Map<string, { readonly right: boolean; readonly text: string }>()
  for (const block of text.split(/^(?=WRONG |ok {4})/m)) {
    const match = /^(?<mark>WRONG|ok) +(?<name>\S+\/[^:]+):/.exec(block)
    if (match?.groups?.['name'] === undefined) continue
    runs.set(match.groups['name'], { right: match.groups['mark'] === 'ok', text: block })
  }
  const problems: string[] = []
  let passed = 0
  for (const [name, run] of runs) {
    if (run.right && known.has(name)) problems.push(`${name} is right: take it off ${pendingFile}`)
    else if (run.right) passed += 1
    else if (!known.has(name)) problems.push(withoutTotals(run.text))
  }
  for (const name of known.keys())
    if (!runs.has(name)) problems.push(`${name} is named in ${pendingFile} and was not run`)
  if (runs.size === 0) problems.push(`no case was run\n${context}\n${text}`)
  return { name: 'cases', passed, failed: problems.length, text: problems.join('\n') }
}

function withoutTotals(block: string): string {
  return block.replace(/^\d+ right, .*$/gm, '').trimEnd()
}

/** `CASE-ID/variant: reason` → reason. Lines that begin with `#` are comments. */
function pending(): ReadonlyMap<string, string> {
  if (!existsSync(pendingFile)) return new Map()
  const lines = readFileSync(pendingFile, 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line.includes(':') && !line.startsWith('#'))
      .map((line) => [
        line.slice(0, line.indexOf(':')).trim(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )
}

function caseIds(): readonly string[] {
  const cases = JSON.parse(readFileSync(index, 'utf8')) as readonly { readonly id: string }[]
  return cases.map((one) => one.id)
}

/** Everything a Node script prints. */
function output(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.on('error', reject).on('close', () => resolve(text))
  })
}

if (import.meta.main) {
  const outcome = await runCases()
  console.log(outcome?.text ?? 'no cases beside the checkout')
  console.log(`${outcome?.passed ?? 0} passed, ${outcome?.failed ?? 0} failed`)
  process.exitCode = outcome !== undefined && outcome.failed > 0 ? 1 : 0
}
