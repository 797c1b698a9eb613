import { relative, resolve } from 'node:path'
import { styleFor } from '../../lib/adapters/terminal.ts'
import { printable } from '../../lib/domain/printable.ts'
import { itemsOf, type Lists } from '../../lib/pipeline/facts/lists.ts'
import { type Imported, importObjects } from '../../lib/pipeline/import/import-objects.ts'
import { takeOverFiles } from '../../lib/pipeline/import/take-over-files.ts'
import { findingsText } from '../../lib/summary/findings-text.ts'
import { importJson } from '../../lib/summary/import-json.ts'
import { importMarkdown } from '../../lib/summary/import-markdown.ts'
import { importText } from '../../lib/summary/import-text.ts'
import { CLUSTER } from '../allocate/observed.ts'
import { writeRepository } from '../import/write-repository.ts'
import { systemClock } from '../system-clock.ts'
import { type Command, type Invocation, UsageError } from './command.ts'
import { importUsage } from './import-usage.ts'
import { requireEmpty, shellWord } from './init-repository.ts'
import { ownVersion } from './package-root.ts'
import { progressOn } from './progress.ts'
import { readImport } from './read-import.ts'
import { readTemplate } from './repo-template.ts'
import { wordOf } from './word-of.ts'

/** `netclaim import`: a running platform as a claims repository. */
export const importCommand: Command = {
  ...importUsage,
  async run(invocation) {
    const { terminal, options } = invocation
    const { out, cluster, format, told } = optionsOf(invocation)
    if (out !== undefined) requireEmpty(out)
    const progress = progressOn(terminal, options['quiet'] === true)
    const { lists, findings } = await readImport(invocation, progress)
    progress.step(`looking what claims can say of ${countIn(lists)} objects`)
    const made = importObjects(lists, told)
    const imported = { ...made, findings: [...findings, ...made.findings] }
    const isRefused = imported.findings.some(({ severity }) => severity === 'error')
    if (out !== undefined && !isRefused) {
      const planned = await writeRepository(imported, {
        dir: out,
        files: beside(imported, told.engine),
        cluster,
        engine: told.engine,
        clock: systemClock,
        progress: (doing) => progress.step(doing),
      })
      progress.done()
      const said = planned.flatMap((one) => one.findings)
      if (said.length > 0) terminal.err(`${findingsText(said)}\n`)
    }
    progress.done()
    terminal.out(
      format === 'json' ? importJson(imported) : importText(imported, styleFor(terminal.colour)),
    )
    if (out !== undefined && !isRefused && format === 'text')
      terminal.out(nextSteps(relative(terminal.cwd, out) || '.', cluster))
    return isRefused ? 1 : 0
  },
}

function countIn(lists: Lists): number {
  return lists.keys().reduce((sum, key) => sum + (itemsOf(lists, key)?.length ?? 0), 0)
}

function optionsOf(invocation: Invocation) {
  const word = (name: string) => wordOf(invocation, name)
  const format = word('format') ?? 'text'
  if (format !== 'text' && format !== 'json')
    throw new UsageError('import has the formats text and json only')
  const cluster = word('cluster') ?? 'management'
  if (!CLUSTER.test(cluster))
    throw new UsageError(`--cluster "${printable(cluster, 80)}" is no DNS label`)
  const version = word('kube-ovn-version')
  if (version !== undefined && !/^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version))
    throw new UsageError('--kube-ovn-version takes a version such as 1.16.2')
  const ranges = word('tenant-control-planes')
    ?.split(',')
    .map((one) => one.trim())
  const out = word('out')
  return {
    format,
    cluster,
    out: out === undefined ? undefined : resolve(invocation.terminal.cwd, out),
    told: {
      engine: ownVersion(),
      ...(version === undefined ? {} : { kubeOvnVersion: version }),
      ...(ranges === undefined ? {} : { tenantControlPlanes: ranges }),
    },
  }
}

/** What a claims repository has beside claims, and what tells of the import. */
function beside(imported: Imported, engine: string): ReadonlyMap<string, string> {
  const template = [...readTemplate(engine)].filter(
    ([path]) => path !== 'netclaim.yaml' && !/^(?:platform|environments)\//.test(path),
  )
  return new Map([
    ...template,
    ...takeOverFiles(imported),
    ['IMPORT.md', importMarkdown(imported)] as const,
  ])
}

function nextSteps(dir: string, cluster: string): string {
  const branches = `main netclaim/state netclaim/observed/${cluster}`
  return `
Branches main (claims), netclaim/state (ledger) and netclaim/observed/${cluster} (facts) are made. Next:

  cd ${shellWord(dir)}
  less IMPORT.md
  git push --set-upstream <your empty repository> ${branches}
  netclaim sync --cluster ${cluster} --dry-run
`
}
