import type { Tree } from '../domain/document.ts'

/** A tree that is read piece by piece: a commit of a repository, or a folder. */
export interface Snapshot {
  /** Names of what lies directly in a folder (`environments/`), without its path; none where it is missing. */
  names(folder: string): Promise<readonly string[]>
  /** What stands at some paths; one that ends with `/` stands for all below it. */
  read(paths: readonly string[]): Promise<Tree>
}
