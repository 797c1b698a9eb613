import { generateKeyPairSync } from 'node:crypto'
import type { Forge } from './forge.ts'
import { settleQueues } from './merge-queue.ts'
import { calm } from './nasty.ts'
import type { ForgeOptions } from './running-forge.ts'
import { repositoryShape } from './shapes/repository-shape.ts'
import { userShape } from './shapes/user-shape.ts'
import { webhooks } from './webhooks.ts'

const INSTALLATION = 1001

/** A forge that knows of no repository, and has no address yet, with what only its owner may know. */
export interface NewForge {
  readonly forge: { -readonly [K in keyof Forge]: Forge[K] }
  /** PEM; undefined where the app is somebody else's. */
  readonly privateKey: string | undefined
  /** Waits until nothing is under way. */
  readonly settle: () => Promise<void>
}

export function newForge(options: ForgeOptions): NewForge {
  const { app, privateKey } = appOf(options)
  const nasty = { ...calm(), ...options.nasty }
  const clock = options.now ?? Date.now
  const now = () => clock() + nasty.clockSkewSeconds * 1000
  const hooks = webhooks({
    target: options.webhook,
    nasty,
    now,
    appId: app.id,
    installationId: INSTALLATION,
  })
  const underWay = new Set<Promise<void>>()
  const failures: Error[] = []
  const forge: NewForge['forge'] = {
    url: '',
    app,
    nasty,
    repositories: new Map(),
    callers: new Map(),
    calls: new Map(),
    failures,
    webhooks: hooks,
    now,
    emit(event) {
      const { repository, payload, sender } = event
      hooks.send(event, {
        ...payload,
        repository: repositoryShape(forge, repository),
        sender: userShape(forge, sender),
      })
    },
    later(repository) {
      const work = settleQueues(forge, repository)
        .catch((error: Error) => void failures.push(error))
        .finally(() => underWay.delete(work))
      underWay.add(work)
    },
  }
  const settle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay)
    await hooks.settle()
    if (underWay.size > 0) await settle()
  }
  return { forge, privateKey, settle }
}

function appOf({ app }: ForgeOptions) {
  const { id = 4711, slug = 'netclaim', publicKey } = app ?? {}
  if (publicKey !== undefined)
    return { app: { id, slug, installationId: INSTALLATION, publicKey }, privateKey: undefined }
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const made = { id, slug, installationId: INSTALLATION, publicKey: pair.publicKey }
  return { app: made, privateKey: pair.privateKey }
}
