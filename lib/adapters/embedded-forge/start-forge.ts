import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { api } from './api.ts'
import { allPermissions } from './caller.ts'
import { repositoryOf } from './forge.ts'
import type { RouteEnv } from './http.ts'
import { enqueue } from './merge-queue.ts'
import { newForge } from './new-forge.ts'
import { page } from './page/page.ts'
import { PERSON } from './person.ts'
import { createRepository, forkRepository, isCall, openRepositories } from './repositories.ts'
import { addRuleset } from './rest/repository.ts'
import { addWorkflowRun } from './rest/workflow-runs.ts'
import type { ForgeOptions, RunningForge } from './running-forge.ts'
import { scan } from './scan.ts'

export type { ForgeOptions, RunningForge }

/** Starts a forge on 127.0.0.1; it is ended by its `stop`. */
export async function startForge(options: ForgeOptions): Promise<RunningForge> {
  const { forge, privateKey, settle } = newForge(options)
  await openRepositories(forge, options)
  const routes = api(forge)
  const calls = new Hono<RouteEnv>()
    .route('/api/v3', routes)
    .route('/api', routes)
    .route('/', routes)
  const pages = page(forge)
  const server = await listen(
    (request, env) => (isCall(request) ? calls : pages).fetch(request, env),
    options.port ?? 0,
  )
  forge.url = `http://127.0.0.1:${server.port}`
  const createToken: RunningForge['createToken'] = ({ login, appId, permissions }) => {
    const token = `ghp_${forge.callers.size}_${crypto.randomUUID().replaceAll('-', '')}`
    const rights = typeof permissions === 'string' ? allPermissions(permissions) : permissions
    forge.callers.set(token, {
      login,
      permissions: { metadata: 'read', ...rights },
      ...(appId === undefined ? {} : { appId }),
    })
    return token
  }
  return {
    url: forge.url,
    graphqlUrl: `${forge.url}/graphql`,
    token: createToken({ login: PERSON, permissions: 'write' }),
    readToken: createToken({ login: PERSON, permissions: 'read' }),
    app: { id: forge.app.id, installationId: forge.app.installationId, privateKey },
    nasty: forge.nasty,
    calls: forge.calls,
    failures: forge.failures,
    deliveries: forge.webhooks.deliveries,
    createToken,
    createRepository: (wanted) => createRepository(forge, options, wanted),
    fork: (fullName, owner) => forkRepository(forge, options, repositoryOf(forge, fullName), owner),
    addRuleset: (fullName, ruleset) => void addRuleset(repositoryOf(forge, fullName), ruleset),
    addWorkflowRun: (fullName, run) => addWorkflowRun(forge, repositoryOf(forge, fullName), run).id,
    async enqueue(fullName, number) {
      const repository = repositoryOf(forge, fullName)
      const { user } = repository.records.pulls.get(number) ?? {}
      if (user === undefined) throw new Error(`${fullName} has no pull request ${number}`)
      await enqueue(forge, repository, { number, sender: user })
    },
    async scan() {
      for (const repository of forge.repositories.values())
        await scan(forge, repository, repository.records.owner)
    },
    settle,
    async stop() {
      await server.close()
      await settle()
      for (const repository of forge.repositories.values()) repository.stop()
    },
  }
}

function listen(
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>,
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve(
      { fetch: (request, env) => fetch(request, env as HttpBindings), hostname: '127.0.0.1', port },
      (info) =>
        resolve({
          port: info.port,
          close: () =>
            new Promise((done) => {
              server.close(() => done())
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        }),
    )
  })
}
