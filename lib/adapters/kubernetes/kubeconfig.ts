import type { RequestOptions } from 'node:https'
import type { KubeConfig } from '@kubernetes/client-node'
import type { Clock } from '../../ports/clock.ts'
import { OutsideError } from '../outside-error.ts'
import type { Access, Credentials } from './access.ts'
import { keptCredentials } from './kept-credentials.ts'
import { withoutSecrets } from './kubernetes-error.ts'

/** Which kubeconfig, and which context of it: default those that kubectl takes. */
export interface KubeconfigChoice {
  readonly file?: string
  readonly context?: string
}

/**
 * The API server that a kubeconfig names, with its credentials: tokens, certificates, plugins. Throws `OutsideError` where
 * it cannot be read, and where it asks not to check the server's certificate. It may name files and programs of this
 * machine, so it must never come from a stranger.
 */
export async function kubeconfigAccess(
  clock: Clock,
  choice: KubeconfigChoice = {},
): Promise<Access> {
  let config = await load(choice)
  return {
    server: serverOf(config),
    credentials: keptCredentials(clock, async (isRefused) => {
      if (isRefused) config = await load(choice)
      return credentialsOf(config)
    }),
  }
}

/** The library is large, and not read before it is needed. */
async function load({ file, context }: KubeconfigChoice): Promise<KubeConfig> {
  const { KubeConfig } = await import('@kubernetes/client-node')
  const config = new KubeConfig()
  try {
    if (file === undefined) config.loadFromDefault()
    else config.loadFromFile(file)
  } catch (error) {
    throw unusable(`cannot be read: ${reasonOf(error)}`)
  }
  if (context !== undefined) config.setCurrentContext(context)
  return config
}

function serverOf(config: KubeConfig): string {
  const cluster = config.getCurrentCluster()
  if (cluster === null)
    throw unusable(`has no cluster for its context "${config.getCurrentContext()}"`)
  const { server, skipTLSVerify, proxyUrl } = cluster
  if (!URL.canParse(server) || !server.startsWith('https://'))
    throw unusable('names a server that is not reached by https')
  if (skipTLSVerify === true) throw unusable("asks not to check the server's certificate")
  if (proxyUrl !== undefined) throw unusable('names a proxy, by which Netclaim does not go')
  return server
}

async function credentialsOf(config: KubeConfig): Promise<Credentials> {
  const options: RequestOptions = {}
  try {
    await config.applyToHTTPSOptions(options)
  } catch (error) {
    throw unusable(`gives no credentials: ${reasonOf(error)}`)
  }
  const { ca, cert, key, servername, auth } = options
  const headers = {
    ...(typeof auth === 'string' ? { authorization: `Basic ${btoa(auth)}` } : {}),
    ...headersOf(options.headers),
  }
  // The library does not know `tokenFile`: nobody would tell why the API takes us for a stranger.
  if (!('authorization' in headers) && cert === undefined)
    throw unusable('has no token, password, certificate or plugin for its user')
  return {
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(servername === undefined ? {} : { servername }),
    },
    headers,
  }
}

function headersOf(headers: RequestOptions['headers']): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers ?? {})
  // A token file ends with a line's end, which no header may hold.
  return Object.fromEntries(
    pairs.map(([name, value]) => [name.toLowerCase(), String(value).trim()]),
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? withoutSecrets(error.message) : 'no reason is given'
}

function unusable(why: string): OutsideError {
  return new OutsideError(`the kubeconfig ${why}`, { system: 'kubernetes', retryable: false })
}
