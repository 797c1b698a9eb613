import { checkCommit } from './check/check-commit.ts'
import type { Context } from './context.ts'

/**
 * Shows what a pull request would get and what it collides with: its changes laid over the present tip of main, judged on
 * the present state and facts. Nothing is done for one that is closed or goes elsewhere; a draft is checked too.
 *
 * Throws `OutsideError` where the forge or the repository cannot be reached.
 */
export async function checkPullRequest(context: Context, number: number): Promise<void> {
  const { forge, main } = context
  const asked = await forge.pullRequest(number)
  if (asked === undefined || asked.state !== 'open' || asked.base !== main) return
  await checkCommit(context, {
    sha: asked.head,
    pullRequest: number,
    isGate: false,
    async successor() {
      const now = await forge.pullRequest(number)
      return now === undefined || now.head === asked.head ? undefined : now.head
    },
  })
}
