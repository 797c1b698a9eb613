import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Manifest, renderManifests } from '../../../lib/domain/manifests/manifest.ts'
import type { Peers } from '../../peers/peers.ts'

/** Who calls: what the API server is told by impersonation. */
export interface Caller {
  readonly user: string
  readonly groups?: readonly string[]
}

/** An object of any kind, or an error: what the tests look into. */
export interface Body {
  readonly message?: string
  readonly reason?: string
  readonly kind?: string
  readonly metadata: {
    readonly name: string
    readonly uid: string
    readonly generation?: number
    readonly finalizers?: readonly string[]
  }
  readonly spec: Readonly<Record<string, unknown>>
  readonly status?: {
    readonly observedGeneration?: number
    readonly standby?: boolean
    readonly ready?: boolean
    readonly extraExternalSubnets?: readonly string[]
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip: string }[] }
  }
}

/** An answer, its object as it came. */
export interface Reply {
  readonly status: number
  readonly warning: string | undefined
  readonly body: Body
}

export interface Sent {
  readonly type?: string
  readonly value?: unknown
  readonly text?: string
}

const plurals: Readonly<Record<string, string>> = {
  ProviderNetwork: 'provider-networks',
  Vlan: 'vlans',
  OvnEip: 'ovn-eips',
  OvnSnatRule: 'ovn-snat-rules',
  NetworkAttachmentDefinition: 'network-attachment-definitions',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
  OvnDnatRule: 'ovn-dnat-rules',
  SwitchLBRule: 'switch-lb-rules',
  IptablesEIP: 'iptables-eips',
  VpcDns: 'vpc-dnses',
  VpcEgressGateway: 'vpc-egress-gateways',
  VpcNatGateway: 'vpc-nat-gateways',
}

/** One call (`GET /api/v1/nodes`) as somebody, over a connection of its own. */
export function ask(
  peers: Peers,
  caller: Caller | undefined,
  call: string,
  { type = 'application/json', value, text = JSON.stringify(value) }: Sent = {},
): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${peers.token}`,
    ...(text && { 'content-type': type }),
    ...(caller && { 'impersonate-user': caller.user }),
    ...(caller?.groups && { 'impersonate-group': [...caller.groups] }),
  }
  const [method, path = '/'] = call.split(' ')
  return new Promise((resolve, reject) => {
    const ca = readFileSync(peers.caFile)
    const options = { ...(method !== undefined && { method }), headers, ca }
    const sent = request(new URL(path, peers.server), options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const { warning } = response.headers
        const body = bodyIn(Buffer.concat(parts).toString('utf8'))
        resolve({ status: response.statusCode ?? 0, warning: warning?.toString(), body })
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/** What is not ready yet says so in plain text. */
function bodyIn(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text, metadata: { name: '', uid: '' }, spec: {} }
  }
}

/** The very text of the rendered file, as server-side apply. */
export function apply(peers: Peers, caller: Caller | undefined, manifest: Manifest) {
  const path = `${pathOf(manifest)}?fieldManager=netclaim&fieldValidation=Strict`
  const text = renderManifests([manifest])
  return ask(peers, caller, `PATCH ${path}`, { type: 'application/apply-patch+yaml', text })
}

/** The path of an object; of its kind's list where it has no name. */
export function pathOf(one: {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name?: string; readonly namespace?: string }
}): string {
  const { apiVersion, kind, metadata } = one
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const where = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`
  const isOwn = /^(?:network\.)?kmetal\.io\//.test(apiVersion)
  const plural = (isOwn ? undefined : plurals[kind]) ?? `${kind.toLowerCase()}s`
  return `${root}${where}/${plural}${metadata.name === undefined ? '' : `/${metadata.name}`}`
}

/** Asks again until `done`, at most for `seconds`; gives back the last answer. */
export async function until(
  look: () => Promise<Reply>,
  done: (reply: Reply) => boolean,
  seconds = 60,
): Promise<Reply> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const reply = await look()
    if (done(reply) || Date.now() > end) return reply
    await sleep(100)
  }
}

/** Restarts a peer under another name: all of them read the one kubeconfig at their start. */
export async function restartAs(
  peers: Peers & { readonly kubeconfig?: string },
  peer: string,
  write: () => void,
): Promise<void> {
  write()
  const { stdin, stdout } = peers.child
  if (stdin === null || stdout === null) throw new Error('the peers have no pipes')
  const lines = createInterface({ input: stdout })
  stdin.write(`restart ${peer}\n`)
  for await (const line of lines) {
    const answer: { readonly error?: string } = JSON.parse(line)
    if (answer.error !== undefined) throw new Error(answer.error)
    return
  }
}
