import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { readTemplate } from '../../functions/cli/repo-template.ts'
import { noFacts } from '../../lib/domain/facts.ts'
import { planCommit } from '../../lib/pipeline/plan-commit.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { netclaim } from '../cli/fake-terminal.ts'
import { treeOf } from '../read/tree-of.ts'
import { caseRuns, layOut } from './case-runs.ts'

const goldens = resolve(import.meta.dirname, '../golden')

/** What each story of `golden/` expects, by its name. */
export function goldenTrees(): ReadonlyMap<string, StateTree> {
  const names = readdirSync(goldens).toSorted()
  return new Map(names.map((name) => [name, filesBelow(join(goldens, name, 'expected'))]))
}

/** The first state of a repository that is made from the template. */
export function templateTree(): StateTree {
  const head = treeOf(Object.fromEntries(readTemplate(ownVersion())))
  const source = '0'.repeat(40)
  return planCommit({ head, state: new Map(), facts: noFacts, source, engine: ownVersion() }).tree
}

/** The state branch as the demo leaves it. */
export function demoTree(): StateTree {
  const root = mkdtempSync(join(tmpdir(), 'nc-demo-'))
  try {
    execFileSync(process.execPath, [resolve(import.meta.dirname, '../demo/demo.ts'), root], {
      stdio: 'pipe',
    })
    const out = join(root, 'state')
    const clone = ['clone', '--quiet', '--branch', 'netclaim/state', join(root, 'hub.git'), out]
    execFileSync('git', clone)
    return filesBelow(out)
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What `netclaim render` makes of each run that is to be accepted and is, by the run's name. */
export async function caseTrees(): Promise<ReadonlyMap<string, StateTree>> {
  const root = mkdtempSync(join(tmpdir(), 'nc-cases-'))
  try {
    const pending = readFileSync(resolve(import.meta.dirname, '../cases-pending.txt'), 'utf8')
    const trees = new Map<string, StateTree>()
    for (const run of caseRuns()) {
      if (run.verdicts.length === 0 || run.verdicts.includes('refuse')) continue
      if (pending.includes(`\n${run.name}: `)) continue
      const work = join(root, String(trees.size))
      layOut(run, work)
      const observed =
        run.observed === undefined ? [] : ['--observed', join(run.root, run.observed)]
      const folders = ['--base', join(work, 'base'), '--head', join(work, 'head')]
      const out = join(work, 'out')
      const { code, err } = await netclaim(['render', ...folders, ...observed, '--out', out])
      if (code !== 0) throw new Error(`${run.name} is not rendered: exit ${code} ${err}`)
      trees.set(run.name, filesBelow(out))
    }
    return trees
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The rendered files below a folder, by path. */
function filesBelow(folder: string): StateTree {
  const paths = globSync('rendered/**/*.yaml', { cwd: folder }).toSorted()
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}
