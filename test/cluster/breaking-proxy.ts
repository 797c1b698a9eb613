import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { noise } from '../bench/measure.ts'

/** Hands on what comes, and cuts each connection after some bytes of what goes back, wherever that may be. */
export async function breakingProxy(target: URL) {
  const random = noise()
  const open = new Set<Socket>()
  let cuts = 0
  const server = createServer((client) => {
    const api = connect(Number(target.port), target.hostname)
    let left = 2_000 + (random.next().value % 60_000)
    api.on('data', (chunk) => {
      left -= chunk.length
      if (left > 0) return void client.write(chunk)
      cuts += 1
      client.write(chunk.subarray(0, chunk.length + left))
      client.destroySoon()
      api.destroy()
    })
    client.on('data', (chunk) => api.write(chunk))
    for (const socket of [client, api]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        api.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    cuts: () => cuts,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
