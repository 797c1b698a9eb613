import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { resolve } from 'node:path'
import { renderManifests } from '../../lib/domain/manifests/manifest.ts'
import type { RealApiServer } from './real-api-server.ts'

/** An answer of the API, as far as tests look at it. */
export interface Answer {
  readonly status: number
  readonly warning: string | undefined
  readonly body: {
    readonly message?: string
    readonly metadata?: { readonly resourceVersion: string; readonly generation?: number }
    readonly spec?: Readonly<Record<string, unknown>>
    readonly status?: {
      readonly conditions?: readonly { readonly type: string; readonly status: string }[]
    }
  }
}

type Reached = Pick<RealApiServer, 'server' | 'token' | 'caFile'>

export type Call = (method: string, path: string, body?: object | string) => Promise<Answer>

/** Calls one API server over few connections. A text is applied; an object is sent as JSON. */
export function callsTo({ server, token, caFile }: Reached): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, ca: readFileSync(caFile) })
  return (method, path, body) => {
    const type = typeof body === 'string' ? 'application/apply-patch+yaml' : 'application/json'
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    return new Promise((done, fail) => {
      const sent = request(new URL(path, server), { method, headers, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => {
          const warning = response.headers['warning']
          const status = response.statusCode ?? 0
          done({ status, warning: warning?.toString(), body: JSON.parse(text) })
        })
      })
      sent.on('error', fail)
      sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
    })
  }
}

interface Object {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** Where an object of our kinds, or of Kubernetes' own, is found. */
export function pathOf({ apiVersion, kind, metadata: { name, namespace } }: Object): string {
  const plural = `${kind.toLowerCase().replace(/y$/, 'ie')}s`
  const within = namespace === undefined ? '' : `/namespaces/${namespace}`
  return `/${apiVersion === 'v1' ? 'api' : 'apis'}/${apiVersion}${within}/${plural}/${name}`
}

/** Applies the very text that is rendered, as our sync does. */
export function apply(call: Call, manifest: Parameters<typeof renderManifests>[0][number]) {
  const query = '?fieldManager=netclaim&fieldValidation=Strict'
  return call('PATCH', pathOf(manifest) + query, renderManifests([manifest]))
}

/** Runs a line of shell in which `kubectl` talks to that server. */
export function shellFor({ kubeconfig }: RealApiServer): (line: string) => string {
  const script = resolve(import.meta.dirname, '../../../shared/peers/up.mjs')
  const { kubectl } = JSON.parse(
    execFileSync(process.execPath, [script, '--unpack'], { encoding: 'utf8' }),
  ) as { readonly kubectl: string }
  const env = { ...process.env, KUBECONFIG: kubeconfig, KUBECTL: kubectl }
  return (line) => {
    const text = `kubectl() { "$KUBECTL" "$@"; }\n${line}`
    return execFileSync('bash', ['-c', text], { env, encoding: 'utf8' })
  }
}
