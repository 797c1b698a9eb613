import { join } from 'node:path'
import { forgeDifferences } from '../lib/adapters/forge-differences.ts'
import { gitMirror } from '../lib/adapters/git/mirror.ts'
import { giteaClient } from '../lib/adapters/gitea/client.ts'
import { giteaForge } from '../lib/adapters/gitea/forge.ts'
import type { Context } from './context.ts'

/** Where a claims repository on a Gitea or Forgejo is. */
export interface GiteaPlaceOptions extends Pick<Context, 'name' | 'clock'> {
  /** Of the Gitea, `https://git.example.org`. */
  readonly url: string
  /** An access token with the scopes `write:repository`, `write:issue` and `read:user`. */
  readonly token: string
  /** Where mirrors are kept, a folder each; made where it is missing. */
  readonly mirrors: string
}

/** The same, beside what the host gives. */
export interface GiteaContextOptions
  extends GiteaPlaceOptions,
    Omit<Context, 'repository' | 'forge' | 'name' | 'clock'> {}

/**
 * A repository on a Gitea: its Git by a mirror in a folder, all else by its API.
 *
 * Throws `OutsideError` where the repository cannot be read.
 */
export async function giteaPlace({
  url,
  token,
  mirrors,
  name,
  clock,
}: GiteaPlaceOptions): Promise<Pick<Context, 'repository' | 'forge'>> {
  const [owner = '', repo = ''] = name.split('/')
  const { pullHeads, gitAuthorization } = forgeDifferences.gitea
  const client = giteaClient({ url, token, clock })
  const repository = await gitMirror({
    folder: join(mirrors, encodeURIComponent(owner), `${encodeURIComponent(repo)}.git`),
    url: `${client.url}/${owner}/${repo}.git`,
    authorization: gitAuthorization(token),
    pullHeads,
  })
  return { repository, forge: giteaForge({ client, owner, repo }) }
}

/** The context of a repository on a Gitea. Throws as `giteaPlace`. */
export async function giteaContext(options: GiteaContextOptions): Promise<Context> {
  const { url: _, token: __, mirrors: ___, ...rest } = options
  return { ...rest, ...(await giteaPlace(options)) }
}
