import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import { sharedPeers } from '../peers/start-up.ts'
import type { Call } from './kube-call.ts'
import type { RealApiServer } from './real-api-server.ts'

interface Template {
  readonly template: {
    readonly spec: {
      readonly serviceAccountName: string
      readonly containers: readonly {
        readonly args: readonly string[]
        readonly env: readonly { readonly name: string; readonly value?: string }[]
      }[]
    }
  }
}

interface Tokened {
  readonly status: { readonly token: string }
}

/**
 * Runs the real MetalLB controller as a Deployment would: with its arguments, its environment and the rights of its
 * service account, but with metrics on a free port. `stop` ends it.
 */
export async function startAllocator(
  server: RealApiServer,
  call: Call,
  { metadata: { namespace = '' }, spec }: Manifest,
): Promise<{ readonly stop: () => Promise<void> }> {
  const { serviceAccountName, containers } = (spec as unknown as Template).template.spec
  const [container] = containers
  if (container === undefined) throw new Error('the Deployment has no container')
  const { body } = await call(
    'POST',
    `/api/v1/namespaces/${namespace}/serviceaccounts/${serviceAccountName}/token`,
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
  )
  const dir = mkdtempSync(join(tmpdir(), 'nc-allocator-'))
  const config = JSON.parse(readFileSync(server.kubeconfig, 'utf8'))
  config.users[0].user = { token: (body as unknown as Tokened).status.token }
  const KUBECONFIG = join(dir, 'kubeconfig')
  writeFileSync(KUBECONFIG, JSON.stringify(config))

  const env = container.env.map(({ name, value = 'controller-0' }) => [name, value])
  const args = container.args.map((one) => one.replace(/^--port=.*/, '--port=0'))
  const child = spawn(program(), args, {
    env: { ...Object.fromEntries(env), KUBECONFIG },
    stdio: 'ignore',
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    stop: async () => {
      // Asked to end it would wait for half a minute.
      child.kill('SIGKILL')
      await gone
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function program(): string {
  const script = join(sharedPeers, 'up.mjs')
  const found = execFileSync(process.execPath, [script, '--unpack'], { encoding: 'utf8' })
  return JSON.parse(found)['metallb-controller']
}
