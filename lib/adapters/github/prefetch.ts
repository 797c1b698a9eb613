import { MAX_BLOB_BYTES } from '../../domain/tree-limits.ts'
import { GitHubError } from './github-error.ts'
import { MAX_BLOBS_WITHOUT_ARCHIVE } from './limits.ts'
import type { Objects } from './objects.ts'
import type { GitHubRepository } from './query.ts'
import type { Prefetch } from './read-tree.ts'
import { STREAMED } from './send.ts'
import { untar } from './untar.ts'

/**
 * Reads the unknown blobs of a commit from its archive, in one call, where they are many. The archive is no authority:
 * attributes of the repository may hide or change files in it, so each content counts only by its hash, and what is
 * missing afterwards is read by id. An archive that cannot be had costs that alone.
 */
export function prefetchByArchive(github: GitHubRepository, objects: Objects): Prefetch {
  return async (commit, items) => {
    if (items.length <= MAX_BLOBS_WITHOUT_ARCHIVE) return
    const known = await Promise.all(items.map(({ id }) => objects.knownBlob(id)))
    const unknown = known.filter((content) => content === undefined).length
    if (unknown <= MAX_BLOBS_WITHOUT_ARCHIVE) return
    try {
      const archive = await openArchive(github, commit)
      const wanted = new Set(items.map(({ id }) => id))
      for await (const content of untar(archive, MAX_BLOB_BYTES))
        await objects.keepBlob(content, commit, wanted)
    } catch (error) {
      if (error instanceof GitHubError && error.status === 429) throw error
    }
  }
}

/** The unpacked tar stream of a commit. */
async function openArchive(
  { octokit, owner, repo }: GitHubRepository,
  commit: string,
): Promise<ReadableStream<Uint8Array>> {
  const { headers } = await octokit.request('GET /repos/{owner}/{repo}/tarball/{ref}', {
    owner,
    repo,
    ref: commit,
    request: { redirect: 'manual' },
  })
  // The address is signed; our token is none of the other host's business.
  const response = await fetchOf(octokit)(headers.location ?? '', {
    headers: { accept: STREAMED },
  })
  if (!response.ok || response.body === null)
    throw new GitHubError(`GitHub gives no archive of ${commit}`, { status: response.status })
  return response.body.pipeThrough(new DecompressionStream('gzip'))
}

function fetchOf({ request }: GitHubRepository['octokit']): typeof fetch {
  return (request.endpoint.DEFAULTS.request as { fetch?: typeof fetch }).fetch ?? fetch
}
