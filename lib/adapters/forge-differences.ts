/** What one kind of forge has in its own way. The page `docs/reference/forges.md` is made of it. */
export interface ForgeDifferences {
  readonly name: string
  /** As what the check stands on a commit. */
  readonly check: 'check run' | 'commit status, and one comment under the pull request'
  readonly commitComments: boolean
  readonly mergeQueue: boolean
  /** By what a branch moves only from where it was read. */
  readonly compareAndSwap: 'updateRefs with beforeOid (GraphQL)' | 'git push --force-with-lease'
  /** Characters of a status' description that are sent. */
  readonly descriptionLength: number
  /** Bytes of a comment that are sent. */
  readonly commentBytes: number
  /** What the forge answers to a status on a commit that it does not have (yet). */
  readonly unknownCommit: 422 | 500
  /** What the forge answers to a pull request from a branch that it does not have (yet). */
  readonly unknownBranch: 422 | 404
  /** Whether two that ask for a pull request from one branch at the same time get two. */
  readonly twinPulls: boolean
  /** A pattern of the refs at which heads of pull requests stand, forks' too. */
  readonly pullHeads: string
  /** Headers of a webhook: its HMAC-SHA-256 in hex, what stands before the digits, its kind, its id. */
  readonly webhook: {
    readonly signature: string
    readonly prefix: string
    readonly event: string
    readonly delivery: string
    /** The action of `pull_request` that brings another head. */
    readonly newHead: 'synchronize' | 'synchronized'
  }
  /** Value of the header `Authorization` by which Git is let in. */
  readonly gitAuthorization: (token: string) => string
}

/** Everything that differs; what is the same is not in here. Gitea: as seen on 1.26.0. */
export const forgeDifferences: Readonly<Record<'github' | 'gitea', ForgeDifferences>> = {
  github: {
    name: 'GitHub',
    check: 'check run',
    commitComments: true,
    mergeQueue: true,
    compareAndSwap: 'updateRefs with beforeOid (GraphQL)',
    descriptionLength: 140,
    commentBytes: 65_535,
    unknownCommit: 422,
    unknownBranch: 422,
    twinPulls: false,
    pullHeads: 'refs/pull/*/head',
    webhook: {
      signature: 'X-Hub-Signature-256',
      prefix: 'sha256=',
      event: 'X-GitHub-Event',
      delivery: 'X-GitHub-Delivery',
      newHead: 'synchronize',
    },
    gitAuthorization: (token) => `Basic ${btoa(`x-access-token:${token}`)}`,
  },
  gitea: {
    name: 'Gitea, Forgejo',
    check: 'commit status, and one comment under the pull request',
    commitComments: false,
    mergeQueue: false,
    compareAndSwap: 'git push --force-with-lease',
    // It took 70,000 characters; its pages and other databases do not.
    descriptionLength: 255,
    // It took five million; a page that shows them is no help.
    commentBytes: 131_072,
    unknownCommit: 500,
    unknownBranch: 404,
    twinPulls: true,
    pullHeads: 'refs/pull/*/head',
    // It sends GitHub's names beside these.
    webhook: {
      signature: 'X-Gitea-Signature',
      prefix: '',
      event: 'X-Gitea-Event',
      delivery: 'X-Gitea-Delivery',
      newHead: 'synchronized',
    },
    gitAuthorization: (token) => `token ${token}`,
  },
}
