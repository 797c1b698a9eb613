import type { Answer, CommitStatus, Forge } from '../../ports/forge.ts'
import { answerText, stateFor } from './answer-text.ts'
import { type CheckNote, checkLink, readCheckLink } from './check-link.ts'
import { keepComment } from './comments.ts'
import type { Place } from './place.ts'
import { findPull } from './pull-requests.ts'
import { changeStatus, latestStatuses, writeStatus } from './statuses.ts'

/** Name of the status that stands for the check, and mark of its comment. */
const CHECK = 'netclaim'

/**
 * The check where there are no check runs: a commit status, with its key in the address that it leads to, and one comment
 * under the pull request. The comment comes first: where it cannot be written, the status stays pending.
 */
export function giteaCheck(place: Place): Pick<Forge, 'answered' | 'begin' | 'answer'> {
  return {
    async answered(commit) {
      const [user, latest] = await Promise.all([place.ownId(), latestStatuses(place, commit)])
      const check = latest.find(({ context, creator }) => context === CHECK && creator?.id === user)
      const note = check && readCheckLink(check.target_url)
      return note && { ...note, since: Date.parse(check.created_at) }
    },
    begin(commit, key) {
      const page = `${place.page}/commit/${commit}`
      return writeStatus(place, commit, statusOf('the claims are being checked', { key }, page))
    },
    async answer(answer) {
      const { sha, title, conclusion, key } = answer
      const page = (await explain(place, answer)) ?? `${place.page}/commit/${sha}`
      await changeStatus(place, sha, statusOf(title, { conclusion, key }, page))
    },
  }
}

/** Writes the comment, and gives its page. It tells of the present head, and never again of an older one. */
async function explain(place: Place, answer: Answer): Promise<string | undefined> {
  const { pullRequest, conclusion, sha } = answer
  if (pullRequest === undefined || conclusion === 'cancelled') return undefined
  const pull = await findPull(place, pullRequest)
  if (pull?.head.sha !== sha) return undefined
  // Nothing to judge is nothing to tell, but what stands there has to go.
  const text = conclusion === 'neutral' ? '' : answerText(answer, place.page)
  return (await keepComment(place, { pullRequest, mark: CHECK }, text)) ?? pull.html_url
}

function statusOf(description: string, note: CheckNote, page: string): CommitStatus {
  const state = note.conclusion === undefined ? 'pending' : stateFor[note.conclusion]
  return { context: CHECK, state, description, url: checkLink(page, note) }
}
