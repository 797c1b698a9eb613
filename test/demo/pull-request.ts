import type { Stage } from './stage.ts'

/** Files by path; undefined: goes away. */
type Files = Readonly<Record<string, string | undefined>>

/** Puts a change on a branch of its own, from the present main. */
export function propose(stage: Stage, branch: string, message: string, files: Files): void {
  stage.step('switch', '-c', branch, 'main')
  for (const [path, text] of Object.entries(files)) stage.file(path, text)
  commitAll(stage, message)
}

/** Commits whatever changed. */
export function commitAll(stage: Stage, message: string): void {
  stage.step('add', '.')
  stage.step('commit', '-m', message)
}

/** What the pull request's check would say. */
export function check(stage: Stage, branch: string, exitCode: 0 | 1): string {
  const inputs = ['--base', 'main', '--head', branch, '--state', 'origin/netclaim/state']
  return stage.netclaim(exitCode, 'check', ...inputs)
}

/** Merges the pull request and allocates, as the push to main would. */
export function mergeAndAllocate(stage: Stage, branch: string): string {
  stage.step('switch', 'main')
  stage.step('merge', '--no-ff', '-m', `Merge ${branch}`, branch)
  stage.step('push', 'origin', 'main')
  return allocate(stage)
}

/** Allocates what is new on main, and fetches the state. */
export function allocate(stage: Stage): string {
  const text = stage.netclaim(0, 'allocate', '--push')
  stage.quietly('fetch')
  return text
}
