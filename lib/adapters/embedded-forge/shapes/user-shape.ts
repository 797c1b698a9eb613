import { type Forge, nodeId } from '../forge.ts'

/** GitHub's `simple-user`. A login that ends with `[bot]` is an app's. */
export function userShape(forge: Forge, login: string) {
  const url = `${forge.url}/users/${encodeURIComponent(login)}`
  const id = userId(login)
  return {
    login,
    id,
    node_id: nodeId('User', login),
    avatar_url: `${forge.url}/avatars/${id}`,
    gravatar_id: '',
    url,
    html_url: `${forge.url}/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  }
}

/** The same login has the same id in every forge. */
export function userId(login: string): number {
  let hash = 0
  for (const letter of login) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000_007
  return hash + 1
}
