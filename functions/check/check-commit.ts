import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Answered } from '../../lib/ports/forge.ts'
import type { Context } from '../context.ts'
import { eventually, hasCommit } from '../eventually.ts'
import { changeOf } from './change.ts'
import { type Ground, groundOf, isStill, keyOn } from './ground.ts'
import { judge } from './judge.ts'
import { keyText } from './key.ts'
import { plainly, type Said } from './said.ts'
import { short } from './sources.ts'

/** A commit to be judged. */
export interface Subject {
  readonly sha: string
  readonly pullRequest?: number
  /** Whether this is the last look before main. */
  readonly isGate: boolean
  /** Looks again: what took the commit's place since, if anything did. */
  readonly successor: () => Promise<string | undefined>
}

/** Times that main, the state or the facts may move on while a commit is judged; then the answer is of what was there. */
const ROUNDS = 3

/**
 * Judges a commit as it would change the present main, and says it there. What was answered already for the same commits
 * is not computed again; what moved on meanwhile is.
 */
export async function checkCommit(context: Context, subject: Subject): Promise<void> {
  const { repository, forge, clock, engine } = context
  const { sha } = subject
  const answer = (key: string, said: Said) => {
    const { pullRequest } = subject
    return forge.answer({
      sha,
      ...(pullRequest === undefined ? {} : { pullRequest }),
      key,
      ...said,
    })
  }
  if (!(await eventually(clock, () => hasCommit(repository, sha))))
    return answer(`unseen:${sha}`, unseen(sha))
  for (let round = 1; ; round += 1) {
    const ground = await groundOrWhy(context)
    if (ground instanceof OutsideError) return answer(`groundless:${sha}`, unjudged(ground))
    const key = keyText(keyOn(ground, sha, engine))
    const former = await forge.answered(sha)
    if (former?.key === key && isFinal(former)) return
    const said = await sayOn(context, ground, { subject, key })
    const successor = await subject.successor()
    if (successor !== undefined) return answer(key, superseded(successor))
    // Two runs may judge one commit on different grounds: the last word is to be that of the present one.
    if (round === ROUNDS || (await isStill(context, ground))) return answer(key, said)
  }
}

/** What was superseded, and is the head again, is judged after all. */
function isFinal({ conclusion }: Answered): boolean {
  return conclusion !== undefined && conclusion !== 'cancelled'
}

async function sayOn(
  context: Context,
  ground: Ground,
  { subject, key }: { readonly subject: Subject; readonly key: string },
): Promise<Said> {
  const { sha, isGate } = subject
  try {
    const change = await changeOf(context.repository, ground.main, sha)
    if (change.changed.length === 0) return untouched
    await context.forge.begin(sha, key)
    return await judge(context, ground, { head: sha, change, isGate })
  } catch (error) {
    // To try again brings nothing then, and green it cannot be.
    if (error instanceof OutsideError && !error.retryable) return unjudged(error)
    throw error
  }
}

/** What main says may leave no ground at all, and the way back is a pull request, which waits for its check. */
async function groundOrWhy(context: Context): Promise<Ground | OutsideError> {
  try {
    return await groundOf(context)
  } catch (error) {
    if (error instanceof OutsideError && !error.retryable) return error
    throw error
  }
}

function unjudged({ message }: OutsideError): Said {
  return plainly('action_required', 'this could not be judged', message)
}

const untouched = plainly(
  'neutral',
  'touches no claims',
  'Nothing of netclaim.yaml, platform/, environments/ and acknowledgements/ would change on main.',
)

function superseded(successor: string): Said {
  const title = `superseded by ${short(successor)}`
  return plainly('cancelled', title, `This commit is not what would be merged any more: ${title}.`)
}

function unseen(sha: string): Said {
  return plainly(
    'action_required',
    'this commit cannot be read yet',
    `The repository did not show ${sha} within 15 seconds. Ask for the check once more; the next sweep does, too.`,
  )
}
