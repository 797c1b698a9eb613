import type { Level, Permissions } from './caller.ts'
import type { Nasty } from './nasty.ts'
import type { Delivery, WebhookTarget } from './parcel.ts'
import type { NewRepository } from './repositories.ts'
import type { addRuleset } from './rest/repository.ts'
import type { NewWorkflowRun } from './rest/workflow-runs.ts'

/** How a forge is started. */
export interface ForgeOptions {
  /** Where its repositories are; each has its bare repository and, beside it, a file with all else. */
  readonly folder: string
  /** Nothing but Git outlives it. */
  readonly inMemory?: boolean
  readonly nasty?: Partial<Nasty>
  /** The app that is installed everywhere; one with a new key where none is named. Keys are PEM. */
  readonly app?: { readonly id: number; readonly slug?: string; readonly publicKey: string }
  readonly webhook?: WebhookTarget
  /** Where it listens on 127.0.0.1; the system chooses where none is named. */
  readonly port?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * A GitHub of one's own: its REST and GraphQL API and its webhooks, over bare Git repositories in a folder.
 *
 * It listens on loopback. What `git push` brings to a bare repository is noticed by `scan`. Everything that is asked
 * of it is judged as GitHub would: by permissions, limits, and GitHub's own GraphQL schema.
 */
export interface RunningForge {
  /** For REST; `/api/v3` below it is the same, as on GitHub Enterprise Server. */
  readonly url: string
  readonly graphqlUrl: string
  /** A person's, for everything that is no app's. */
  readonly token: string
  /** The same person's, for reading. */
  readonly readToken: string
  /** `privateKey` only where the forge made it. */
  readonly app: {
    readonly id: number
    readonly installationId: number
    readonly privateKey: string | undefined
  }
  /** May be changed at any time. */
  readonly nasty: Nasty
  /** Calls by `GET /repos/:owner/:repo/git/ref/:ref{.+}`, `POST /graphql updateRefs`. */
  readonly calls: Map<string, number>
  /** What the forge itself got wrong: each was answered by 500. */
  readonly failures: readonly Error[]
  readonly deliveries: readonly Delivery[]
  /** Gives a token: a person's, or an app's (Actions: 15368) where an id is named. */
  createToken(of: {
    readonly login: string
    readonly appId?: number
    readonly permissions: Permissions | Level
  }): string
  createRepository(
    wanted: NewRepository,
  ): Promise<{ readonly dir: string; readonly fullName: string }>
  /** Makes a fork and gives the folder of its bare repository. */
  fork(
    fullName: string,
    owner: string,
  ): Promise<{ readonly dir: string; readonly fullName: string }>
  /** In the form of `POST /repos/{owner}/{repo}/rulesets`. */
  addRuleset(fullName: string, ruleset: Parameters<typeof addRuleset>[1]): void
  /** Adds a run of GitHub Actions, which is then found and run again by the API; gives its id. */
  addWorkflowRun(fullName: string, run: NewWorkflowRun): number
  enqueue(fullName: string, number: number): Promise<void>
  /** Notices what was pushed by git: pull requests are brought up to date, and webhooks are sent. */
  scan(): Promise<void>
  /** Waits until no webhook is on its way. */
  readonly settle: () => Promise<void>
  stop(): Promise<void>
}
