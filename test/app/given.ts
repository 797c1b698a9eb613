import { recentDeliveries } from '../../functions/app/deliveries.ts'
import { type AppOptions, createApp } from '../../functions/app.ts'
import type { Job } from '../../lib/ports/job-queue.ts'
import { SECRET } from './environment.ts'

export const OLD_SECRET = 'the secret of last year'
export const NOW = Date.UTC(2026, 10, 29, 12)

/** An app whose queue and log can be looked at. */
export interface Given {
  readonly app: ReturnType<typeof createApp>
  readonly jobs: Job[]
  readonly lines: string[]
}

export function givenApp(options: Partial<AppOptions> = {}): Given {
  const jobs: Job[] = []
  const lines: string[] = []
  const app = createApp({
    forge: 'github',
    webhookSecrets: [SECRET, OLD_SECRET],
    watched: { repositories: ['kubedc/claims'], main: 'main' },
    clusters: new Map([
      [
        'prod-1',
        {
          repository: 'kubedc/claims',
          secrets: ['flux secret of prod-1'],
          token: 'argo-token-of-prod-1',
        },
      ],
    ]),
    queue: { send: async (more) => void jobs.push(...more) },
    deliveries: recentDeliveries(),
    clock: { now: () => NOW },
    log: (...line) => void lines.push(JSON.stringify(line)),
    ...options,
  })
  return { app, jobs, lines }
}

/** Hex digits of an HMAC-SHA256. */
export async function hmac(
  secret: string,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ])
  const bytes = typeof text === 'string' ? encoder.encode(text) : text
  return [...new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
