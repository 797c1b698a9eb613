import { GitHubError } from './github-error.ts'
import { objectId } from './object-id.ts'
import type { GitHubRepository } from './query.ts'
import { nameOf, type TreeEntry, treeContent } from './tree-entry.ts'

/** The bytes of a blob as Git has them. Throws `OutsideError` for one that is not there, or is not what its id says. */
export async function restBlob(
  { octokit, owner, repo }: GitHubRepository,
  id: string,
): Promise<Uint8Array> {
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', {
    owner,
    repo,
    file_sha: id,
    headers: { accept: 'application/vnd.github.raw+json' },
    // Octokit would decode it: GitHub calls every blob UTF-8.
    request: { parseSuccessResponseBody: false },
  })
  const body = new Response(data as unknown as ReadableStream<Uint8Array>)
  const bytes = new Uint8Array(await body.arrayBuffer())
  if ((await objectId('blob', bytes, id)) !== id) throw notWhatItSays(id)
  return bytes
}

/** The entries of a tree, itself alone. Throws `OutsideError` for one that is not there, or is not what its id says. */
export async function restTree(
  { octokit, owner, repo }: GitHubRepository,
  id: string,
): Promise<readonly TreeEntry[]> {
  const { data } = await octokit.rest.git.getTree({ owner, repo, tree_sha: id })
  const entries = data.tree.map(({ mode, path, sha, size }) => ({
    mode: mode.replace(/^0+/, ''),
    name: nameOf(path),
    id: sha,
    ...(size === undefined ? {} : { bytes: size }),
  }))
  if ((await objectId('tree', treeContent(entries), id)) !== id) throw notWhatItSays(id)
  return entries
}

function notWhatItSays(id: string): GitHubError {
  return new GitHubError(`GitHub gives another content for the object ${id} than its id says`, {
    status: 200,
    retryable: true,
  })
}
