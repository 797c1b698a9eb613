/** What a commit's message says of the pull request that brought it; anybody can write that. */
export interface PullRequest {
  readonly number: number
  /** Its title, as far as the message has it. */
  readonly title: string
}

/** How GitHub, Gitea and Forgejo name it in the subject of a merge commit or of a squashed one. */
const SUBJECTS = [
  /^Merge pull request #(?<number>\d{1,9}) from \S/,
  /^Merge pull request '(?<title>.*)' \(#(?<number>\d{1,9})\) from \S/,
  /^(?<title>.+) \(#(?<number>\d{1,9})\)$/,
]
/** Gitea's trailer. */
const REVIEWED = /^Reviewed-on: \S+\/pulls?\/(?<number>\d{1,9})$/

/** The pull request that the message of a commit of `main` names. */
export function pullRequestOf(message: string): PullRequest | undefined {
  const [subject = '', ...rest] = message.split('\n')
  const named = SUBJECTS.map((pattern) => pattern.exec(subject)?.groups).find(Boolean)
  const trailer = rest.findLast((line) => REVIEWED.test(line)) ?? ''
  const { number, title } = named ?? { ...REVIEWED.exec(trailer)?.groups, title: subject }
  if (number === undefined) return undefined
  // GitHub writes the title below.
  return { number: Number(number), title: title ?? rest.find((line) => line !== '') ?? subject }
}
