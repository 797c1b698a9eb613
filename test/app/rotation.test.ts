import { describe, expect, test } from 'vitest'
import type { createApp } from '../../functions/app.ts'
import { readConfiguration } from '../../functions/configuration.ts'
import { env } from './environment.ts'
import { givenApp, hmac, NOW } from './given.ts'

const OLD = 'the secret that got out'
const NEW = 'the secret that took its place'

/** What stands in the environment, in the order in which a person changes it. */
const steps = {
  'before it': [OLD, undefined],
  'while both are taken': [NEW, OLD],
  'when the old one is gone': [NEW, undefined],
} as const

/** The program as it starts with that environment. */
function started(secret: string, old?: string) {
  const cluster = { repository: 'kubedc/claims', secret: `${secret} of prod-1` }
  const both = old === undefined ? cluster : { ...cluster, oldSecret: `${old} of prod-1` }
  const { webhookSecrets, clusters } = readConfiguration({
    ...env,
    NETCLAIM_WEBHOOK_SECRET: secret,
    ...(old === undefined ? {} : { NETCLAIM_WEBHOOK_SECRET_OLD: old }),
    NETCLAIM_CLUSTERS: JSON.stringify({ 'prod-1': both }),
  })
  return givenApp({ webhookSecrets, clusters }).app
}

type App = ReturnType<typeof createApp>

async function webhook(app: App, secret: string): Promise<number> {
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    after: 'a'.repeat(40),
    repository: { full_name: 'kubedc/claims' },
  })
  const headers = {
    'Content-Type': 'application/json',
    'X-GitHub-Event': 'push',
    'X-GitHub-Delivery': secret.slice(-5),
    'X-Hub-Signature-256': `sha256=${await hmac(secret, body)}`,
  }
  return (await app.request('/webhooks/github', { method: 'POST', headers, body })).status
}

async function report(app: App, secret: string): Promise<number> {
  const at = '2026-11-29T12:00:00Z'
  const body = JSON.stringify({ v: 1, engine: 'netclaim', cluster: 'prod-1', state: 'success', at })
  const time = String(NOW / 1_000)
  const headers = {
    'Content-Type': 'application/json',
    'X-Netclaim-Timestamp': time,
    'X-Netclaim-Signature': `sha256=${await hmac(`${secret} of prod-1`, `${time}.${body}`)}`,
  }
  return (await app.request('/reports/prod-1', { method: 'POST', headers, body })).status
}

describe.each([
  ['a webhook', webhook],
  ['a report of a cluster', report],
])('the secret of %s is replaced', (_, send) => {
  test.each([
    ['before it', 202, 401],
    ['while both are taken', 202, 202],
    ['when the old one is gone', 401, 202],
  ] as const)(
    '%s: what is signed with the old one %i, with the new one %i',
    async (step, old, now) => {
      const app = started(...(steps[step] as readonly [string, string?]))
      expect([await send(app, OLD), await send(app, NEW)]).toEqual([old, now])
    },
  )
})
