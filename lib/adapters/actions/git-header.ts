import { OutsideError } from '../outside-error.ts'

/** Hosts of this machine: what is sent to them is seen by nobody else. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Variables by which Git shows the token to one server: nothing of it is in an argument, an address or a file.
 *
 * The header is bound to the server's address, and no redirect is followed, which could lead elsewhere. Throws
 * `OutsideError` for a server that would be told in clear text.
 */
export function gitHeader(
  url: string,
  token: string | undefined,
): Readonly<Record<string, string>> {
  const { protocol, host, hostname } = new URL(url)
  const settings: (readonly [string, string])[] = [['http.followRedirects', 'false']]
  if (token !== undefined && protocol !== 'file:') {
    if (protocol !== 'https:' && !LOOPBACK.test(hostname))
      throw new OutsideError(`the token is not sent to ${host}, since the address is no https`, {
        system: 'actions',
        retryable: false,
      })
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
    settings.push([`http.${protocol}//${host}/.extraHeader`, `Authorization: Basic ${basic}`])
  }
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([key, value], n) => [
      [`GIT_CONFIG_KEY_${n}`, key],
      [`GIT_CONFIG_VALUE_${n}`, value],
    ]),
  ])
}
