import { printable } from '../../domain/printable.ts'
import { OutsideError } from '../outside-error.ts'
import { type GitOptions, type GitResult, runGit } from './run-git.ts'

/** Runs git and gives its output; throws `OutsideError` with git's own words when it fails. */
export async function git(
  dir: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Buffer> {
  const result = await runGit(dir, args, options)
  if (result.code !== 0) throw gitFailure(dir, args, result)
  return result.out
}

/** Runs git and gives its output as text without the last line feed. */
export async function gitLine(dir: string, args: readonly string[]): Promise<string> {
  return (await git(dir, args)).toString('utf8').trimEnd()
}

/** Git's refusal as one line. */
export function gitFailure(dir: string, args: readonly string[], result: GitResult): OutsideError {
  const message = `git ${args[0] ?? ''} failed in "${printable(dir)}": ${reason(result)}`
  return outside(message, PASSING.test(result.err))
}

/** What a remote or the way to it says when a later attempt may go well. */
const PASSING =
  /could not resolve host|failed to connect|couldn't connect|connection (?:refused|reset|timed out)|timed out|early eof|rpc failed|hung up|requested url returned error: (?:429|5\d\d)/i

/** Something about a repository that keeps us from going on. */
export function outside(message: string, retryable = false): OutsideError {
  return new OutsideError(message, { system: 'git', retryable })
}

/** What git says whatever the reason was, which stands above it. */
const WITHOUT_REASON =
  /^(?:hint:|fatal: Could not read from remote repository\.$|Please make sure you have the correct access rights$|and the repository exists\.$)/

/** The last line of what git said that has a reason, without its `fatal: `. */
function reason(result: GitResult): string {
  const all = result.err.split('\n').filter((line) => line !== '')
  const telling = all.filter((line) => !WITHOUT_REASON.test(line))
  const lines = telling.length > 0 ? telling : all
  const line = lines.findLast((text) => /^(?:fatal|error):/.test(text)) ?? lines.at(-1)
  const text = (line ?? `exit code ${result.code}`).replace(/^(?:fatal|error): /, '')
  // A remote's address may hold a password.
  return printable(text.replace(/\/\/[^/@\s]*@/g, '//…@'), 400)
}
