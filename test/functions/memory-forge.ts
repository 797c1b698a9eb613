import type {
  Answer,
  Answered,
  CommitStatus,
  Forge,
  Proposal,
  Proposed,
  PullRequest,
  PullRequestState,
} from '../../lib/ports/forge.ts'

/** What a forge keeps of a pull request. */
export type Stored = PullRequest & { readonly state: PullRequestState; readonly commit?: string }

/** A forge in memory that keeps the contract of the port; `written` counts what really changed something. */
export class MemoryForge implements Forge {
  readonly pulls = new Map<number, Stored>()
  readonly answers = new Map<string, Answer>()
  readonly begun = new Map<string, Answered>()
  /** Commit → name → status. */
  readonly stated = new Map<string, Map<string, CommitStatus>>()
  /** `<where> <mark>` → text. */
  readonly comments = new Map<string, string>()
  /** Title and text of what was proposed. */
  readonly proposed = new Map<number, string>()
  groups: readonly string[] = []
  written = 0
  readonly #now: () => number

  constructor(now: () => number, from?: MemoryForge) {
    this.#now = now
    if (from === undefined) return
    for (const [key, value] of from.pulls) this.pulls.set(key, value)
    for (const [key, value] of from.answers) this.answers.set(key, value)
    for (const [key, value] of from.begun) this.begun.set(key, value)
    for (const [key, value] of from.stated) this.stated.set(key, new Map(value))
    for (const [key, value] of from.comments) this.comments.set(key, value)
    for (const [key, value] of from.proposed) this.proposed.set(key, value)
    this.groups = from.groups
  }

  async pullRequest(number: number) {
    return this.pulls.get(number)
  }
  async openPullRequests(base: string) {
    return [...this.pulls.values()]
      .filter((one) => one.state === 'open' && one.base === base)
      .map((pullRequest) => {
        const answered = this.begun.get(pullRequest.head)
        return { pullRequest, ...(answered === undefined ? {} : { answered }) }
      })
  }
  async pullRequestsOf(commit: string) {
    return [...this.pulls.values()]
      .filter((one) => one.commit === commit || one.head === commit)
      .map(({ number }) => number)
  }
  async mergeGroups() {
    return this.groups
  }
  async answered(commit: string) {
    return this.begun.get(commit)
  }
  async begin(commit: string, key: string) {
    this.written += 1
    this.answers.delete(commit)
    this.begun.set(commit, { key, since: this.#now() })
  }
  async answer(answer: Answer) {
    this.written += 1
    this.answers.set(answer.sha, answer)
    const { key, conclusion } = answer
    this.begun.set(answer.sha, { key, conclusion, since: this.#now() })
  }
  async setStatus(commit: string, status: CommitStatus) {
    const all = this.stated.get(commit) ?? new Map<string, CommitStatus>()
    const former = all.get(status.context)
    if (former?.state === status.state && former.description === status.description) return
    if (status.description.length > 140) throw new Error('description is too long')
    this.written += 1
    this.stated.set(commit, all.set(status.context, status))
  }
  async statuses(commit: string) {
    return [...(this.stated.get(commit)?.values() ?? [])]
  }
  async comment(pullRequest: number, mark: string, markdown: string) {
    this.#comment(`#${pullRequest} ${mark}`, markdown)
  }
  async commentOnCommit(commit: string, mark: string, markdown: string, { over = false } = {}) {
    if (over && !this.comments.has(`${commit} ${mark}`)) return
    this.#comment(`${commit} ${mark}`, markdown)
  }

  async propose({ branch, head, base, title, text }: Proposal): Promise<Proposed> {
    const all = [...this.pulls.values()].filter((one) => one.branch === branch && !one.isFork)
    const open = all.find((one) => one.state === 'open' && one.base === base)
    const said = `${title}\n\n${text}`
    const url = (number: number) => `https://forge.example/pulls/${number}`
    if (open !== undefined) {
      const { number } = open
      if (this.proposed.get(number) === said) return { number, url: url(number), outcome: 'same' }
      this.written += 1
      this.proposed.set(number, said)
      return { number, url: url(number), outcome: 'changed' }
    }
    const declined = all.find((one) => one.state === 'closed' && one.head === head)
    if (declined !== undefined)
      return { number: declined.number, url: url(declined.number), outcome: 'declined' }
    const number = this.pulls.size + 1
    this.written += 1
    this.pulls.set(number, {
      number,
      head,
      base,
      branch,
      draft: false,
      isFork: false,
      state: 'open',
    })
    this.proposed.set(number, said)
    return { number, url: url(number), outcome: 'opened' }
  }

  #comment(key: string, markdown: string): void {
    if (markdown === '' && !this.comments.has(key)) return
    if (this.comments.get(key) === markdown) return
    this.written += 1
    this.comments.set(key, markdown)
  }

  /** All that people see, for comparing. */
  get shown(): unknown {
    return {
      answers: Object.fromEntries([...this.answers].toSorted(byKey)),
      statuses: Object.fromEntries(
        [...this.stated]
          .toSorted(byKey)
          .map(([commit, all]) => [commit, Object.fromEntries([...all].toSorted(byKey))]),
      ),
      comments: Object.fromEntries([...this.comments].toSorted(byKey)),
    }
  }
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
