import * as z from 'zod'
import { printable } from '../../domain/printable.ts'
import type { TenantAccess } from '../../ports/tenants.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import { textOfBase64 } from './base64.ts'

/** Bytes: certificates of a long chain and a token are a tenth of it. */
const MAX_BYTES = 131_072

const Name = z.string().min(1).max(253)
const Named = z.object({ name: Name })
const Config = z.object({
  'current-context': Name,
  contexts: z.array(Named.extend({ context: z.object({ cluster: Name, user: Name }) })).max(100),
  clusters: z.array(Named.extend({ cluster: z.record(z.string(), z.unknown()) })).max(100),
  users: z.array(Named.extend({ user: z.record(z.string(), z.unknown()) })).max(100),
})

/** What a cluster and a user may say here. Whatever else there is would read a file, run a program or go by a proxy. */
const CLUSTER_FIELDS = ['server', 'certificate-authority-data', 'tls-server-name', 'extensions']
const USER_FIELDS = ['client-certificate-data', 'client-key-data', 'token', 'extensions']

/**
 * The access that the present context of a kubeconfig gives, or a clause that says why it is of no use. A stranger may have
 * written it: nothing of its text stands in the clause but names of fields.
 */
export function readKubeconfig(text: string): TenantAccess | string {
  if (text.length > MAX_BYTES) return `it has more than ${MAX_BYTES} characters`
  const { value: documents, readable } = readDocuments('kubeconfig', text)
  const [document] = documents
  if (!readable || document === undefined || documents.length > 1) return 'it is no YAML document'
  const config = Config.safeParse(document.value)
  if (config.success) return accessIn(config.data)
  const field = config.error.issues[0]?.path.map(String).join('.') ?? ''
  return `field "${printable(field, 80)}" cannot be read`
}

function accessIn(config: z.output<typeof Config>): TenantAccess | string {
  const { 'current-context': current, contexts, clusters, users } = config
  const context = contexts.find(({ name }) => name === current)?.context
  const cluster = clusters.find(({ name }) => name === context?.cluster)?.cluster
  const user = users.find(({ name }) => name === context?.user)?.user
  if (cluster === undefined || user === undefined)
    return 'its present context names no cluster and user of it'
  const stray = strayOf(cluster, CLUSTER_FIELDS) ?? strayOf(user, USER_FIELDS)
  return stray ?? accessOf(cluster, user)
}

type Fields = Readonly<Record<string, unknown>>

/** `insecure-skip-tls-verify: false` and an empty text say nothing. */
function strayOf(fields: Fields, known: readonly string[]): string | undefined {
  const stray = Object.entries(fields).find(
    ([field, value]) => !known.includes(field) && value !== false && value !== '' && value !== null,
  )
  return stray && `it has "${printable(stray[0], 60)}", which is not taken from a tenant cluster`
}

function accessOf(cluster: Fields, user: Fields): TenantAccess | string {
  const server = serverOf(cluster['server'])
  if (server === undefined) return 'its server is no https address'
  const serverName = cluster['tls-server-name'] ?? ''
  if (
    typeof serverName !== 'string' ||
    !/^$|^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(serverName)
  )
    return 'its tls-server-name is no name'
  const ca = pemOf(cluster['certificate-authority-data'], 'CERTIFICATE')
  if (ca === undefined) return 'it brings no certificate of its authority'
  const who = userOf(user)
  if (who === undefined) return 'it brings neither a token nor a certificate with its key'
  return { server, ca, ...(serverName === '' ? {} : { serverName }), user: who }
}

/** No name, password, question or fragment in it. */
function serverOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 500 || !URL.canParse(text)) return undefined
  const { protocol, username, password, hostname, search, hash, href } = new URL(text)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  return protocol === 'https:' && hostname !== '' && isPlain ? href : undefined
}

function userOf(user: Fields): TenantAccess['user'] | undefined {
  const token = user['token']
  // What stands in a header: visible characters alone.
  if (typeof token === 'string' && /^[!-~]{1,16384}$/.test(token)) return { token }
  if (token !== undefined && token !== '' && token !== null) return undefined
  const certificate = pemOf(user['client-certificate-data'], 'CERTIFICATE')
  const key = pemOf(user['client-key-data'], '(?:[A-Z]+ )?PRIVATE KEY')
  return certificate === undefined || key === undefined ? undefined : { certificate, key }
}

function pemOf(data: unknown, kind: string): string | undefined {
  const text = typeof data === 'string' ? textOfBase64(data) : undefined
  const begins = new RegExp(`^-----BEGIN ${kind}-----\\r?$`, 'm')
  return text !== undefined && begins.test(text) ? text : undefined
}
