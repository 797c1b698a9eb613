import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Is Prometheus' own tool at hand? What it judges is skipped where it is not. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.warn('skip  what promtool judges: Debian package prometheus is missing')

/** What `promtool check metrics` says against a text; it has nothing against one that is right. */
export function checkMetrics(text: string): string {
  const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`
}

/** Runs promtool on files of a folder that is then gone; gives what it prints. Throws where it finds something wrong. */
export function promtool(args: readonly string[], files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(tmpdir(), 'nc-promtool-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
    return execFileSync('promtool', [...args], { cwd, encoding: 'utf8', stdio: 'pipe' })
  } finally {
    rmSync(cwd, { recursive: true })
  }
}
