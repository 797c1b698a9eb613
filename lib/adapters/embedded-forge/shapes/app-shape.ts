import { allPermissions } from '../caller.ts'
import { type Forge, nodeId, toTimestamp } from '../forge.ts'
import { userShape } from './user-shape.ts'

/** The app that GitHub Actions are to the API. */
export const ACTIONS_APP = 15368

const events = ['check_run', 'merge_group', 'pull_request', 'push']
/** When all apps of the forge were made. */
const MADE = toTimestamp(0)

/** GitHub's `integration`. */
export function appShape(forge: Forge, id: number) {
  const slug = slugOf(forge, id)
  return {
    id,
    slug,
    node_id: nodeId('App', id),
    owner: userShape(forge, slug),
    name: slug,
    description: null,
    external_url: `${forge.url}/apps/${slug}`,
    html_url: `${forge.url}/apps/${slug}`,
    created_at: MADE,
    updated_at: MADE,
    permissions: allPermissions('write'),
    events,
  }
}

export function slugOf(forge: Forge, id: number): string {
  if (id === forge.app.id) return forge.app.slug
  return id === ACTIONS_APP ? 'github-actions' : `app-${id}`
}

/** GitHub's `installation`: on everything of one owner. */
export function installationShape(forge: Forge, owner: string) {
  const { id, slug, installationId } = forge.app
  const account = userShape(forge, owner)
  return {
    id: installationId,
    account,
    repository_selection: 'all',
    access_tokens_url: `${forge.url}/app/installations/${installationId}/access_tokens`,
    repositories_url: `${forge.url}/installation/repositories`,
    html_url: `${forge.url}/settings/installations/${installationId}`,
    app_id: id,
    app_slug: slug,
    target_id: account.id,
    target_type: 'User',
    permissions: allPermissions('write'),
    events,
    created_at: MADE,
    updated_at: MADE,
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  }
}
