import { outside } from './git.ts'

/** A remote repository, and what is shown there to be let in. */
export interface RemoteAccess {
  /** `https://…`, `ssh://…` or a path; never with a password in it. */
  readonly url: string
  /** Value of the HTTP header `Authorization`: `token …` (Gitea), `Basic …` (GitHub). */
  readonly authorization?: string
}

/** Bytes a second below which, for this many seconds, a transfer counts as dead. */
const SLOWEST = { bytes: 1_000, seconds: 60 }

/**
 * Environment of a `git` that talks to a remote. The credential is in there alone: never in the address, an argument,
 * a file or a message. It goes to that remote only: redirects are not followed, no helper is asked or told.
 */
export function remoteEnvironment(
  { url, authorization }: RemoteAccess,
  outer: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  requireBareUrl(url)
  const settings = [
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', String(SLOWEST.bytes)],
    ['http.lowSpeedTime', String(SLOWEST.seconds)],
    // As one pack or not at all: a run that is killed must not leave a commit without its tree.
    ['fetch.unpackLimit', '1'],
  ]
  if (authorization !== undefined) {
    if (!/^[ -~]+$/.test(authorization))
      throw outside('the credential for a Git remote has characters that no header takes')
    settings.push(['credential.helper', ''])
    // The empty value first: a header that somebody's configuration sets would be sent beside ours.
    settings.push([`http.${url}.extraHeader`, ''])
    settings.push([`http.${url}.extraHeader`, `Authorization: ${authorization}`])
  }
  // What a host was given already, such as a proxy, stays in front.
  const first = Number(outer['GIT_CONFIG_COUNT'] ?? 0) || 0
  const pairs = settings.flatMap(([key = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ])
  return Object.fromEntries([...pairs, ['GIT_CONFIG_COUNT', String(first + settings.length)]])
}

/** An address is an argument of git and stands in messages. */
function requireBareUrl(url: string): void {
  if (url === '' || url.startsWith('-') || url.includes('\0') || /^[a-z0-9+.-]*::/i.test(url))
    throw outside('that cannot be the address of a Git remote')
  const [, user] = /^https?:\/\/([^/@]*)@/i.exec(url) ?? []
  if (user !== undefined)
    throw outside('the address of a Git remote must not hold a user or password')
}
