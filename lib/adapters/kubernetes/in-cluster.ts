import { existsSync, readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Clock } from '../../ports/clock.ts'
import { OutsideError } from '../outside-error.ts'
import type { Access } from './access.ts'
import { keptCredentials } from './kept-credentials.ts'

/** Where a pod finds its service account (Kubernetes docs, "Accessing the Kubernetes API from a Pod"). */
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

/**
 * The API server of the pod that this runs in; undefined outside of one. The token is read again and again: it is
 * good for an hour, and the kubelet puts a new one into the file before.
 */
export function inCluster(
  environment: Readonly<Record<string, string | undefined>>,
  clock: Clock,
  folder = ACCOUNT,
): Access | undefined {
  const host = environment['KUBERNETES_SERVICE_HOST'] ?? ''
  const port = environment['KUBERNETES_SERVICE_PORT'] ?? ''
  if (host === '' || port === '' || !existsSync(join(folder, 'token'))) return undefined
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    credentials: keptCredentials(clock, () => {
      const headers = { authorization: `Bearer ${textOf(folder, 'token').trim()}` }
      return Promise.resolve({ tls: { ca: textOf(folder, 'ca.crt') }, headers })
    }),
  }
}

function textOf(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    const message = `the service account's file "${name}" cannot be read`
    throw new OutsideError(message, { system: 'kubernetes', retryable: true })
  }
}
