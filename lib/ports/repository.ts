import type { Tree } from '../domain/document.ts'
import type { Snapshot } from './snapshot.ts'

/** Files of a tree that holds nothing but texts, by path. */
export type Texts = ReadonlyMap<string, string>

/** One commit of `main`, of the state branch, or of a cluster's. */
export interface SourceCommit {
  /** 40 or 64 hex digits. */
  readonly id: string
  /** First line of its message, as written. */
  readonly subject: string
  /** When it was committed, in seconds since 1970. */
  readonly seconds: number
  /** E-mail address of its author, which anybody can write; absent where it is not read. */
  readonly author?: string
  /** Id of its first parent; absent for the first commit of a branch. */
  readonly parent?: string
}

/** A commit of a line, with its whole message. */
export interface LoggedCommit {
  readonly id: string
  /** Id of its first parent. */
  readonly parent?: string
  readonly message: string
}

/** A commit to be made. The same values give the same tree; a forge that signs commits dates them itself. */
export interface NewCommit {
  /** Absent: the first commit of a branch, whose tree holds nothing but `changes`. */
  readonly parent?: string
  /** Against the parent's tree: path → new text, or undefined where the file goes. */
  readonly changes: ReadonlyMap<string, string | undefined>
  readonly message: string
  /** Seconds since 1970; both of its dates. */
  readonly seconds: number
}

/** Which branches to look at: exact names, and all below prefixes that end with `/`. */
export interface Branches {
  readonly names: readonly string[]
  readonly below: readonly string[]
}

/** What stands at a path in each of two commits: the id of its blob, or of whatever it is; undefined where nothing does. */
export interface Difference {
  readonly before?: string
  readonly after?: string
}

/**
 * A Git repository that holds `main` and the state branch.
 *
 * Every method throws `OutsideError` when the repository cannot be read or written.
 */
export interface Repository {
  /** Tips as they are at this moment, by branch; a branch that is missing has no entry. */
  tips(wanted: Branches): Promise<ReadonlyMap<string, string>>
  /** One commit that exists. */
  commit(id: string): Promise<SourceCommit>
  /** First parents of `to` that `from` does not reach, `to` included, the oldest first. */
  firstParents(from: string, to: string): Promise<readonly SourceCommit[]>
  /** `tip` and its first parents, the newest first, at most `limit`. */
  log(tip: string, limit: number): Promise<readonly LoggedCommit[]>
  /** False also when `older` is no commit that this repository has. A commit is its own ancestor. */
  isAncestor(older: string, newer: string): Promise<boolean>
  /** The latest commit that both reach; undefined where there is none. */
  mergeBase(one: string, other: string): Promise<string | undefined>
  /** Every path whose content or mode differs, by path; a rename is one path less and one more. */
  differences(from: string, to: string): Promise<ReadonlyMap<string, Difference>>
  /** A commit piece by piece. Names and contents are as Git has them: no attribute is honoured. */
  snapshot(commit: string): Promise<Snapshot>
  readTree(commit: string): Promise<Tree>
  /**
   * The tree of a branch that only Netclaim or a cluster writes, or what stands at some paths of it: texts. Throws where
   * anything else is among them.
   */
  readState(commit: string, paths?: readonly string[]): Promise<Texts>
  /** Writes a commit that no branch has yet, and gives its id. */
  write(commit: NewCommit): Promise<string>
  /**
   * Moves a branch if it still is at `from`; false: somebody else was faster. GitHub moves it forward only, unless it is to
   * be a rewrite; a rewrite of a branch that somebody has checked out here throws.
   */
  move(branch: string, to: string, from: string, how?: { readonly rewrite: true }): Promise<boolean>
}
