import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findAccess } from '../../lib/adapters/kubernetes/find-access.ts'
import { inCluster } from '../../lib/adapters/kubernetes/in-cluster.ts'
import { keptCredentials } from '../../lib/adapters/kubernetes/kept-credentials.ts'
import { kubeconfigAccess } from '../../lib/adapters/kubernetes/kubeconfig.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { handClock } from '../github/clock.ts'

const dir = mkdtempSync(join(tmpdir(), 'netclaim-access-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const cluster = {
  server: 'https://api.example.com:6443/k8s/c1/',
  'certificate-authority-data': btoa('the authority'),
}

/** A kubeconfig with one cluster and one user, in a file. */
function write(
  name: string,
  fields: { readonly cluster?: object; readonly user?: object },
): string {
  const file = join(dir, name)
  const context = { cluster: 'c', user: 'u' }
  const config = {
    'current-context': 'x',
    contexts: [{ name: 'x', context }],
    clusters: [{ name: 'c', cluster: { ...cluster, ...fields.cluster } }],
    users: [{ name: 'u', user: fields.user ?? {} }],
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}

describe('a kubeconfig', () => {
  test('gives the server, its authority and a token', async () => {
    const file = write('token', { user: { token: 'secret' } })
    const access = await kubeconfigAccess(handClock(), { file })
    expect(access.server).toBe('https://api.example.com:6443/k8s/c1')
    expect(await access.credentials()).toEqual({
      tls: { ca: Buffer.from('the authority') },
      headers: { authorization: 'Bearer secret' },
    })
  })

  test('gives a client certificate, and the name that the server is to have', async () => {
    const user = { 'client-certificate-data': btoa('cert'), 'client-key-data': btoa('key') }
    const file = write('cert', { user, cluster: { 'tls-server-name': 'other' } })
    const access = await kubeconfigAccess(handClock(), { file })
    expect((await access.credentials()).tls).toEqual({
      ca: Buffer.from('the authority'),
      cert: Buffer.from('cert'),
      key: Buffer.from('key'),
      servername: 'other',
    })
  })

  test('gives what a plugin says, asked again only when that is refused', async () => {
    const plugin = join(dir, 'plugin.mjs')
    const count = join(dir, 'count')
    writeFileSync(
      plugin,
      `#!${process.execPath}
import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(count)}, 'x')
const token = 't' + readFileSync(${JSON.stringify(count)}, 'utf8').length
console.log(JSON.stringify({ status: { token } }))`,
    )
    chmodSync(plugin, 0o755)
    const clock = handClock()
    const file = write('plugin', { user: { exec: { command: plugin } } })
    const access = await kubeconfigAccess(clock, { file })
    const first = await access.credentials()
    expect(first.headers).toEqual({ authorization: 'Bearer t1' })
    await clock.pause(100_000)
    const later = await access.credentials()
    expect(later.headers).toEqual(first.headers)
    expect((await access.credentials(later)).headers).toEqual({ authorization: 'Bearer t2' })
  })

  test.each([
    ['that turns off the check', { 'insecure-skip-tls-verify': true }, 'not to check'],
    ['of a proxy', { 'proxy-url': 'http://proxy' }, 'proxy'],
    ['without TLS', { server: 'http://api.example.com' }, 'https'],
    ['of a server that is none', { server: 'https://' }, 'https'],
  ])('%s is of no use', async (_, fields, said) => {
    const file = write('bad', { cluster: fields, user: { token: 'secret' } })
    await expect(kubeconfigAccess(handClock(), { file })).rejects.toMatchObject({
      system: 'kubernetes',
      retryable: false,
      message: expect.stringContaining(said),
    })
  })

  test.each(['', 'null', '[', '{}', '- a', 'clusters: 3', '{"clusters": [{"name": "c"}]}'])(
    'with the text %j is an outside error',
    async (text) => {
      const file = join(dir, 'odd')
      writeFileSync(file, text)
      await expect(kubeconfigAccess(handClock(), { file })).rejects.toBeInstanceOf(OutsideError)
    },
  )

  test('that is missing, lacks the context or has nothing to show is an outside error', async () => {
    const file = write('empty', {})
    const missing = kubeconfigAccess(handClock(), { file: join(dir, 'missing') })
    await expect(missing).rejects.toBeInstanceOf(OutsideError)
    const context = kubeconfigAccess(handClock(), { file, context: 'other' })
    await expect(context).rejects.toThrow('has no cluster for its context "other"')
    const access = await kubeconfigAccess(handClock(), { file })
    await expect(access.credentials()).rejects.toThrow('has no token')
  })
})

describe('in a pod', () => {
  const environment = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' }
  const tokenFile = join(dir, 'token')
  writeFileSync(join(dir, 'ca.crt'), 'the authority')

  test('the token of the file is shown, and read again after a minute or when it is refused', async () => {
    const clock = handClock()
    writeFileSync(tokenFile, 'one\n')
    const access = inCluster(environment, clock, dir)
    expect(access?.server).toBe('https://[fd00::1]:443')
    const first = await access?.credentials()
    expect(first).toEqual({
      tls: { ca: 'the authority' },
      headers: { authorization: 'Bearer one' },
    })
    writeFileSync(tokenFile, 'two')
    expect(await access?.credentials()).toBe(first)
    const second = await access?.credentials(first)
    expect(second?.headers).toEqual({ authorization: 'Bearer two' })
    writeFileSync(tokenFile, 'three')
    // Somebody else was refused the first one, too: it was replaced since.
    expect(await access?.credentials(first)).toBe(second)
    await clock.pause(61_000)
    expect((await access?.credentials())?.headers).toEqual({ authorization: 'Bearer three' })
  })

  test('elsewhere there is none, and a file is missed only while it is not there', async () => {
    expect(inCluster({}, handClock(), dir)).toBeUndefined()
    expect(inCluster(environment, handClock(), join(dir, 'missing'))).toBeUndefined()
    writeFileSync(tokenFile, 'one')
    const access = inCluster(environment, handClock(), dir)
    rmSync(tokenFile)
    await expect(access?.credentials()).rejects.toBeInstanceOf(OutsideError)
    writeFileSync(tokenFile, 'two')
    expect((await access?.credentials())?.headers).toEqual({ authorization: 'Bearer two' })
  })

  test('a kubeconfig that is named comes first', async () => {
    const file = write('named', { user: { token: 'secret' } })
    const access = await findAccess(handClock(), environment, { file })
    expect(access.server).toBe('https://api.example.com:6443/k8s/c1')
  })
})

test('those who ask for credentials at the same time share one reading', async () => {
  let reads = 0
  const credentials = keptCredentials(handClock(), async () => {
    reads += 1
    await new Promise(setImmediate)
    return { tls: {}, headers: {} }
  })
  await Promise.all([credentials(), credentials(), credentials()])
  expect(reads).toBe(1)
})
