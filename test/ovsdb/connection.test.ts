import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openConnection } from '../../lib/adapters/ovsdb/connection.ts'
import { formatEndpoint, parseEndpoint, parseEndpoints } from '../../lib/adapters/ovsdb/endpoint.ts'
import { messageReader } from '../../lib/adapters/ovsdb/message-reader.ts'

describe('messages that follow each other', () => {
  const messages = [{ id: 1, result: ['}{', '"\\', { a: [] }] }, { method: 'echo' }, { ü: '✓' }]
  const bytes = Buffer.from(messages.map((one) => JSON.stringify(one)).join(''))

  test.each([1, 2, 3, 7, 1_000])('are found in pieces of %i bytes', (size) => {
    const read = messageReader()
    const found = []
    for (let at = 0; at < bytes.length; at += size)
      found.push(...read(bytes.subarray(at, at + size)))
    expect(found).toEqual(messages)
  })

  test('too long, too deep or no JSON are refused', () => {
    expect(() => messageReader(10)(Buffer.from('{"a":"0123456789'))).toThrow(RangeError)
    expect(() => messageReader()(Buffer.from('['.repeat(100)))).toThrow(RangeError)
    expect(() => messageReader()(Buffer.from('{a}'))).toThrow(SyntaxError)
  })
})

test.each([
  ['tcp:10.0.0.1:6641', { scheme: 'tcp', host: '10.0.0.1', port: 6641 }],
  ['ssl:[fd00::1]:6641', { scheme: 'ssl', host: 'fd00::1', port: 6641 }],
  ['unix:/run/ovn/ovnnb_db.sock', { scheme: 'unix', path: '/run/ovn/ovnnb_db.sock' }],
  ['tcp:10.0.0.1', undefined],
  ['tcp:10.0.0.1:0', undefined],
  ['tcp:fd00::1:6641', undefined],
  ['http://x', undefined],
])('the endpoint %s', (text, expected) => {
  const endpoint = parseEndpoint(text)
  expect(endpoint).toEqual(expected)
  expect(endpoint === undefined ? text : formatEndpoint(endpoint)).toBe(text)
})

test('a list of endpoints is read whole or not at all', () => {
  expect(parseEndpoints('tcp:10.0.0.1:6641, tcp:10.0.0.2:6641')).toHaveLength(2)
  expect(parseEndpoints('tcp:10.0.0.1:6641,nonsense')).toBeUndefined()
})

describe('a connection', () => {
  let server: Server | undefined
  const folder = mkdtempSync(join(tmpdir(), 'nc-ovs-'))
  afterEach(() => {
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A server that does `answer` with what it hears. */
  async function serve(answer: (socket: Socket, heard: string) => void): Promise<string> {
    server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('data', (data: Buffer) => answer(socket, data.toString('utf8')))
    })
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
    const address = server.address()
    return `tcp:127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }
  const open = (endpoint: string, timeoutMs = 300) => {
    const parsed = parseEndpoint(endpoint)
    if (parsed === undefined) throw new Error(endpoint)
    return openConnection(parsed, { timeoutMs })
  }

  test('answers the server that asks whether anybody is there', async () => {
    const heard: string[] = []
    const endpoint = await serve((socket, text) => {
      heard.push(text)
      if (heard.length === 1) socket.write('{"id":"echo","method":"echo","params":["x"]}')
      else socket.write('{"id":1,"result":[1],"error":null}')
    })
    const connection = await open(endpoint)
    expect(await connection.call('transact', ['x'])).toEqual([1])
    expect(JSON.parse(heard[1] ?? '')).toEqual({ id: 'echo', result: ['x'], error: null })
    connection.close()
  })

  test.each([
    ['says nothing', () => undefined, /no answer within 300 ms/],
    ['hangs up', (socket: Socket) => socket.destroy(), /the connection is closed/],
    ['talks nonsense', (socket: Socket) => socket.write('{nonsense}'), /no JSON-RPC/],
    ['talks other nonsense', (socket: Socket) => socket.write('[1]'), /no JSON-RPC/],
    ['refuses', (socket: Socket) => socket.write('{"id":1,"error":"no\\u001b"}'), /answers "no/],
  ])('to a server that %s ends as an outside error', async (_, answer, message) => {
    const connection = await open(await serve(answer))
    await expect(connection.call('transact', [])).rejects.toThrow(message)
    connection.close()
    await expect(connection.call('transact', [])).rejects.toThrow(/OVN-NB at tcp:/)
  })

  test('to nobody ends as an outside error', async () => {
    const endpoint = await serve(() => undefined)
    server?.close()
    await expect(open(endpoint)).rejects.toThrow(/ECONNREFUSED/)
    await expect(open(`unix:${join(folder, 'none')}`)).rejects.toThrow(/ENOENT/)
  })
})
