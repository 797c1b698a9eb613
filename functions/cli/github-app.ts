import { printable } from '../../lib/domain/printable.ts'
import { appEvents, appPermissions } from '../../lib/pipeline/doctor/app-needs.ts'
import { type Command, type Invocation, UsageError } from './command.ts'
import { wordOf } from './word-of.ts'

/** `netclaim github-app`: what GitHub needs to know to register the app. */
export const githubAppCommand: Command = {
  usage: 'github-app [--url URL] [--org ORG] [--page]',
  about:
    'Prints the manifest of the GitHub App, with the permissions and events that the functions need and no others, and where to post it. With --page it prints a page to open in a browser, whose button does that.',
  options: {
    url: {
      type: 'string',
      placeholder: 'URL',
      about: 'where the functions are served; without it the app gets no webhook',
    },
    org: {
      type: 'string',
      placeholder: 'ORG',
      about: 'the organisation that is to own the app (default: you)',
    },
    host: {
      type: 'string',
      placeholder: 'URL',
      about: 'of GitHub Enterprise Server (default: https://github.com)',
    },
    name: { type: 'string', placeholder: 'NAME', about: 'unique on that host (default: netclaim)' },
    page: { type: 'boolean', about: 'a page with a button, in place of the text' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim github-app --url https://netclaim.example.com --org acme --page > app.html',
  run(invocation) {
    const manifest = JSON.stringify(manifestOf(invocation), null, 2)
    const link = linkOf(invocation)
    invocation.terminal.out(
      invocation.options['page'] === true
        ? pageOf(manifest, link)
        : `${manifest}\n\nPost it as "manifest" to\n${link}\n`,
    )
    return 0
  },
}

/** https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest */
function manifestOf(invocation: Invocation): object {
  const url = urlOf(invocation, 'url')
  const name = wordOf(invocation, 'name') ?? 'netclaim'
  if (!/^[\w .-]{1,34}$/.test(name))
    throw new UsageError(`"${printable(name)}" cannot be the name of an app: at most 34 letters`)
  return {
    name,
    url: url ?? linkOf(invocation),
    description: 'Network claims as pull requests',
    public: false,
    // GitHub comes back to it with a code, which is exchanged for the key and the secret within an hour.
    ...(url === undefined
      ? {}
      : { hook_attributes: { url: `${url}/webhooks/github`, active: true }, redirect_url: url }),
    default_permissions: appPermissions,
    // Nothing can be told where nobody listens.
    default_events: url === undefined ? [] : appEvents,
  }
}

function linkOf(invocation: Invocation): string {
  const host = urlOf(invocation, 'host') ?? 'https://github.com'
  const org = wordOf(invocation, 'org')
  if (org === undefined) return `${host}/settings/apps/new`
  if (/^[A-Za-z\d](?:-?[A-Za-z\d]){0,38}$/.test(org))
    return `${host}/organizations/${org}/settings/apps/new`
  throw new UsageError(`"${printable(org)}" is no name of an organisation`)
}

function pageOf(manifest: string, link: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Register the GitHub App</title>
<form method="post" action="${attribute(link)}">
<textarea name="manifest" rows="32" cols="80">${attribute(manifest)}</textarea>
<p><button>Register it at GitHub</button>
</form>
`
}

/** Text for an attribute or for what stands between tags. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Without a slash at its end. */
function urlOf(invocation: Invocation, name: string): string | undefined {
  const text = wordOf(invocation, name)
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' && url.username === '' && url.search === '' && url.hash === '')
    return url.href.replace(/\/+$/, '')
  throw new UsageError(`--${name} must be an https:// address without a query`)
}
