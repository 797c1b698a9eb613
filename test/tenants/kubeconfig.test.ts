import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tenantClusters } from '../../lib/adapters/kubernetes/tenant-clusters.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { kubeconfigSecret, tenantAccess } from '../../lib/pipeline/tenants/kubeconfig-secret.ts'
import { handClock } from '../github/clock.ts'

const solar = { namespace: 'photon-prod', cluster: 'solar' }
const authority = readFileSync(new URL('../cluster/other-ca.pem', import.meta.url), 'utf8')
const pem = (kind: string) => `-----BEGIN ${kind}-----\nMIIB\n-----END ${kind}-----\n`
const encoded = (text: string) => Buffer.from(text).toString('base64')
const ca = encoded(authority)

/** A kubeconfig as Cluster API writes it, with other fields of the cluster and the user. */
const config = (cluster: object = {}, user: object = { token: 'abc.def' }) => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'admin@solar',
  contexts: [{ name: 'admin@solar', context: { cluster: 'solar', user: 'admin', namespace: 'x' } }],
  clusters: [
    {
      name: 'solar',
      cluster: { server: 'https://10.0.0.9:6443', 'certificate-authority-data': ca, ...cluster },
    },
  ],
  users: [{ name: 'admin', user }],
  preferences: {},
})
const secret = (text: string) => ({ data: { value: encoded(text) } })
const read = (value: unknown) => tenantAccess(secret(JSON.stringify(value)), solar)

describe('the kubeconfig of a tenant cluster', () => {
  test('lies where Cluster API keeps it', () => {
    expect(kubeconfigSecret(solar)).toMatchObject({
      namespace: 'photon-prod',
      name: 'solar-kubeconfig',
    })
  })

  test('gives a server, its authority, and a token or a certificate', () => {
    const plain = { server: 'https://10.0.0.9:6443/', ca: authority }
    expect(read(config())).toEqual({ ...plain, user: { token: 'abc.def' } })
    const [certificate, key] = [pem('CERTIFICATE'), pem('EC PRIVATE KEY')]
    const user = {
      'client-certificate-data': encoded(certificate),
      'client-key-data': encoded(key),
    }
    expect(read(config({ 'tls-server-name': 'solar.example' }, user))).toEqual({
      ...plain,
      serverName: 'solar.example',
      user: { certificate, key },
    })
    // What is said of no proxy, no file and no looking away says nothing.
    const quiet = { 'proxy-url': '', 'insecure-skip-tls-verify': false }
    expect(read(config(quiet))).toEqual({ ...plain, user: { token: 'abc.def' } })
  })

  test('is read as YAML, too', () => {
    const yaml = [
      'apiVersion: v1',
      'kind: Config',
      'current-context: a',
      'contexts: [{name: a, context: {cluster: c, user: u}}]',
      'clusters:',
      '- name: c',
      '  cluster:',
      '    server: https://solar.photon-prod.svc:6443',
      `    certificate-authority-data: ${ca}`,
      'users:',
      '- name: u',
      '  user: {token: abc}',
    ].join('\n')
    expect(tenantAccess(secret(yaml), solar)).toMatchObject({ user: { token: 'abc' } })
  })

  test.each([
    ['a program', {}, { exec: { command: '/bin/sh', args: ['-c', 'id'] } }, '"exec"'],
    ['a program of old', {}, { 'auth-provider': { name: 'oidc' } }, '"auth-provider"'],
    ['a file with a token', {}, { tokenFile: '/var/run/secrets/token' }, '"tokenFile"'],
    ['a file with a certificate', {}, { 'client-certificate': '/x' }, '"client-certificate"'],
    ['a file with a key', {}, { 'client-key': '/x' }, '"client-key"'],
    ['a password', {}, { username: 'a', password: 'b' }, '"username"'],
    ['another user', {}, { token: 'a', as: 'system:admin' }, '"as"'],
    [
      'a file with an authority',
      { 'certificate-authority': '/etc/x' },
      undefined,
      '"certificate-authority"',
    ],
    ['a proxy', { 'proxy-url': 'http://evil:3128' }, undefined, '"proxy-url"'],
    [
      'no look at certificates',
      { 'insecure-skip-tls-verify': true },
      undefined,
      '"insecure-skip-tls-verify"',
    ],
    [
      'no authority',
      { 'certificate-authority-data': undefined },
      undefined,
      'no certificate of its authority',
    ],
    [
      'no PEM',
      { 'certificate-authority-data': encoded('hello') },
      undefined,
      'no certificate of its authority',
    ],
    ['plain HTTP', { server: 'http://10.0.0.9' }, undefined, 'its server is no https address'],
    ['a file as its server', { server: 'file:///etc/passwd' }, undefined, 'no https address'],
    ['a name in its server', { server: 'https://a:b@10.0.0.9' }, undefined, 'no https address'],
    ['a question in its server', { server: 'https://10.0.0.9/?x' }, undefined, 'no https address'],
    ['no server', { server: 7 }, undefined, 'no https address'],
    [
      'a name with blanks',
      { 'tls-server-name': 'a b' },
      undefined,
      'its tls-server-name is no name',
    ],
    [
      'a name that takes long to look at',
      { 'tls-server-name': `${'a'.repeat(60_000)}!` },
      undefined,
      'no name',
    ],
    ['nobody', {}, {}, 'neither a token nor a certificate'],
    ['a token with a line end', {}, { token: 'a\r\nx-evil: 1' }, 'no YAML document'],
    [
      'a certificate without a key',
      {},
      { 'client-certificate-data': encoded(pem('CERTIFICATE')) },
      'neither',
    ],
  ] as const)('that asks for %s is of no use', (_, cluster, user, why) => {
    const access = read(config(cluster, user))
    expect(access).toContain(why)
    expect(access).toMatch(/^the kubeconfig of photon-prod\/solar: [^\n]*$/)
  })

  test.each([
    ['there is no Secret', undefined, 'there is no Secret photon-prod/solar-kubeconfig'],
    ['another key', { data: { kubeconfig: 'x' } }, 'in its key "value"'],
    ['no base64', { data: { value: '***' } }, 'in its key "value"'],
    ['bytes that are no text', { data: { value: '/////w==' } }, 'in its key "value"'],
    ['too much', { data: { value: encoded('x'.repeat(150_000)) } }, 'more than 131072 characters'],
    ['far too much', { data: { value: 'A'.repeat(400_000) } }, 'in its key "value"'],
    ['no YAML', secret('a: [b'), 'it is no YAML document'],
    ['two documents', secret('a: 1\n---\nb: 2'), 'it is no YAML document'],
    ['aliases', secret('a: &a [1]\nb: *a'), 'it is no YAML document'],
    ['deep lists', secret('['.repeat(10_000)), 'it is no YAML document'],
    ['something else', secret('apiVersion: v1'), 'cannot be read'],
    [
      'a context of others',
      secret(JSON.stringify({ ...config(), 'current-context': 'x' })),
      'names no cluster',
    ],
  ] as const)('is of no use with %s', (_, given, why) => {
    expect(tenantAccess(given, solar)).toContain(why)
  })

  test('shows nothing of itself where it is of no use', () => {
    const hidden = 'c2VjcmV0LXRva2Vu'
    const all = [
      read(config({ server: `https://x/?${hidden}` }, { token: hidden })),
      read(config({}, { token: hidden, [hidden.slice(0, 3)]: hidden })),
      tenantAccess(secret(`a: ${hidden}: ${hidden}`), solar),
    ]
    for (const access of all) expect(access).not.toContain(hidden)
  })
})

describe('certificates that no TLS takes', () => {
  const { clock } = { clock: handClock() }
  const open = (access: object) => {
    const plain = { server: 'https://10.0.0.9', ca: authority, user: { token: 'abc' } }
    return tenantClusters(clock).open({ ...plain, ...access }, clock.now() + 1_000)
  }

  test('are told in words, without what they hold', () => {
    const user = { certificate: authority, key: pem('PRIVATE KEY') }
    for (const bad of [{ ca: pem('CERTIFICATE') }, { user }])
      expect(() => open(bad)).toThrow(
        new OutsideError('its kubeconfig holds a certificate or key that cannot be used', {
          system: 'kubernetes',
          retryable: false,
        }),
      )
    expect(open({})).toHaveProperty('list')
  })
})
