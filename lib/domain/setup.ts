/** Who a rule of a branch does not hold for. */
export interface Actor {
  readonly kind: 'app' | 'user' | 'team' | 'role' | 'deploy key' | 'administrators'
  /** Its id, or its name where the forge gives that. */
  readonly id?: number | string
  /** Only by a pull request, not by a push. */
  readonly byPullRequest?: boolean
}

/** A status or check that must be green. */
export interface RequiredCheck {
  readonly name: string
  /** The app that must have said so; absent: anybody may. */
  readonly app?: number
}

/** What one rule of a branch asks. */
export type BranchDemand =
  | { readonly type: 'no-deletion' | 'no-force-push' | 'merge-queue' }
  /** Nobody pushes but those who pass by. */
  | { readonly type: 'no-update' }
  | {
      readonly type: 'pull-request'
      readonly approvals: number
      readonly codeOwners: boolean
    }
  | { readonly type: 'checks'; readonly checks: readonly RequiredCheck[]; readonly strict: boolean }

/** A rule that holds for a branch. */
export type BranchRule = BranchDemand & {
  /** Where it is written, for people: `ruleset "state"`, `branch protection`. */
  readonly source: string
  /** Who passes it by; absent: the reader may not know. */
  readonly bypass?: readonly Actor[]
}

/** A branch and all the rules that hold for it; without `rules` they cannot be seen. */
export interface BranchSetup {
  readonly name: string
  readonly exists: boolean
  readonly rules?: readonly BranchRule[]
}

/** What the app was granted in the repository. */
export interface AppSetup {
  readonly id: number
  /** `contents` → `write`. */
  readonly permissions: Readonly<Record<string, string>>
  readonly events: readonly string[]
}

/** How a claims repository is set up at its forge. */
export interface Setup {
  /** The branch of the claims, and that of the state. */
  readonly main: BranchSetup
  readonly state: BranchSetup
  /** Id of our app, where it is known. */
  readonly appId?: number
  /** Absent: it cannot be seen. */
  readonly app?: AppSetup
  /** What could not be looked at, and why; a line each. */
  readonly unseen: readonly string[]
}

/** Files of `main` that say who may do what, by path: CODEOWNERS, .gitattributes, workflows. */
export type SetupFiles = ReadonlyMap<string, string>
