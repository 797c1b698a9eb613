import type { Forge, ForgeRepository } from '../forge.ts'
import type { FileDifference } from '../git/diff-files.ts'
import { apiUrl } from './repository-shape.ts'

/** GitHub's `diff-entry`, without a patch, as for a file whose patch is too large. */
export function fileShape(
  forge: Forge,
  repository: ForgeRepository,
  commit: string,
  file: FileDifference,
) {
  const path = file.path.split('/').map(encodeURIComponent).join('/')
  const html = `${forge.url}/${repository.fullName}`
  return {
    sha: file.id,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${html}/blob/${commit}/${path}`,
    raw_url: `${html}/raw/${commit}/${path}`,
    contents_url: `${apiUrl(forge, repository)}/contents/${path}?ref=${commit}`,
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  }
}
