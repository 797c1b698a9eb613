import { git } from './git.ts'
import { isObjectId } from './revision.ts'

/** A commit of a branch that Netclaim writes, as far as its own words tell. */
export interface LoggedCommit {
  readonly id: string
  /** When it was committed, in seconds since 1970. */
  readonly seconds: number
  readonly subject: string
  /** The commit of `main` that its trailer names; absent where it has none. */
  readonly source?: string
}

/** What one commit did to one file: the ids of its blob before and after, absent where there was or is none. */
export interface FileChange {
  readonly commit: LoggedCommit
  readonly path: string
  readonly before?: string
  readonly after?: string
}

/**
 * What the first-parent history of a commit did to the files that patterns name, the oldest first. A `*` stands for any
 * name in a folder, a folder for all below it. Only their own history is followed: Git passes over every other commit.
 */
export async function fileHistory(
  repo: string,
  tip: string,
  patterns: readonly string[],
): Promise<readonly FileChange[]> {
  if (patterns.length === 0) return []
  const args = ['log', '--first-parent', '-m', '--reverse', '--raw', '--no-abbrev', '--no-renames']
  const out = await git(repo, [...args, FORMAT, tip, '--', ...patterns], { env: GLOB })
  return readLog(out.toString('utf8'))
}

/** The first-parent history of a commit of a branch that Netclaim writes, the newest first. */
export async function loggedCommits(repo: string, tip: string): Promise<readonly LoggedCommit[]> {
  const out = await git(repo, ['log', '--first-parent', FORMAT, tip, '--'])
  const lines = out.toString('utf8').split('\n')
  return lines.flatMap((line) => (line.startsWith('\u0001') ? [readCommit(line.slice(1))] : []))
}

/** The trailer of a commit that is none of ours may say anything. */
const FORMAT = '--format=%x01%H%x00%ct%x00%s%x00%(trailers:key=Source,valueonly,separator=%x20)'
const GLOB = { GIT_LITERAL_PATHSPECS: '0', GIT_GLOB_PATHSPECS: '1' }

function readLog(text: string): readonly FileChange[] {
  const changes: FileChange[] = []
  let commit: LoggedCommit | undefined
  for (const line of text.split('\n')) {
    if (line.startsWith('\u0001')) commit = readCommit(line.slice(1))
    else if (line.startsWith(':') && commit !== undefined) changes.push(readChange(commit, line))
  }
  return changes
}

function readCommit(line: string): LoggedCommit {
  const [id = '', seconds = '', subject = '', source = ''] = line.split('\0')
  const known = { id, seconds: Math.max(0, Number(seconds) || 0), subject }
  return isObjectId(source) ? { ...known, source } : known
}

/** `:100644 100644 <id> <id> M<TAB><path>`; an id of zeros is no file. */
function readChange(commit: LoggedCommit, line: string): FileChange {
  const tab = line.indexOf('\t')
  const [, , before = '', after = ''] = line.slice(0, tab).split(' ')
  return {
    commit,
    path: line.slice(tab + 1),
    ...(/^0+$/.test(before) ? {} : { before }),
    ...(/^0+$/.test(after) ? {} : { after }),
  }
}
