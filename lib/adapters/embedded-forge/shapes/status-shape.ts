import { type Forge, type ForgeRepository, nodeId } from '../forge.ts'
import type { StatusRow } from '../records.ts'
import { apiUrl } from './repository-shape.ts'
import { userShape } from './user-shape.ts'

/** GitHub's `simple-commit-status`. */
export function simpleStatusShape(forge: Forge, repository: ForgeRepository, status: StatusRow) {
  return {
    url: `${apiUrl(forge, repository)}/statuses/${status.sha}`,
    avatar_url: `${forge.url}/avatars/${status.creator}`,
    id: status.id,
    node_id: nodeId('StatusContext', status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  }
}

/** GitHub's `status`. */
export function statusShape(forge: Forge, repository: ForgeRepository, status: StatusRow) {
  const creator = userShape(forge, status.creator)
  return { ...simpleStatusShape(forge, repository, status), creator }
}
