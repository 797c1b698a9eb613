import * as z from 'zod'
import type { GiteaClient } from './client.ts'

/** One repository of a Gitea, and who we are there. */
export interface Place {
  readonly client: GiteaClient
  /** Its path in the API, `/repos/owner/name`. */
  readonly path: string
  /** Its page in a browser. */
  readonly page: string
  /** Id of the account that our token belongs to: what others wrote under our names is nothing of ours. */
  ownId(): Promise<number>
}

/** An account, as far as it is looked at. */
export const User = z.object({ id: z.number() })

/** The account is asked for once. */
export function placeOf(client: GiteaClient, owner: string, repo: string): Place {
  const name = `${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`
  let asked: Promise<number> | undefined
  return {
    client,
    path: `/repos/${name}`,
    page: `${client.url}/${name}`,
    async ownId() {
      asked ??= client.call({ method: 'GET', path: '/user', answer: User }).then(({ id }) => id)
      try {
        return await asked
      } catch (error) {
        asked = undefined
        throw error
      }
    },
  }
}
