import { execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archiveSource } from '../../functions/sync/archive-source.ts'
import { tarFiles } from '../../lib/adapters/archive/tar-files.ts'
import { stateOf } from '../../lib/pipeline/sync/sync-run.ts'
import { eip, environment } from '../functions/claims.ts'
import { outcomes, type Stage, stages } from './stage.ts'

const open = stages()
const long = 'a'.repeat(120)
const files = environment('photon')

describe('an archive of the state branch', () => {
  let stage: Stage
  let server: Server
  let url: string
  let answer: Uint8Array | number = 500
  let calls: (string | undefined)[] = []
  beforeAll(async () => {
    stage = await open(files)
    server = createServer((request, response) => {
      calls.push(request.headers['if-none-match'])
      if (typeof answer === 'number') response.writeHead(answer).end()
      else if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"one"' }).end(answer)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/state.tar.gz?token=secret`
  })
  afterAll(() => void server.close())

  const archive = (...options: readonly string[]) =>
    execFileSync('git', ['-C', stage.repo.folder, 'archive', ...options], { maxBuffer: 1e8 })

  test.each([
    ['as it is', ['--format=tar', 'netclaim/state']],
    ['packed', ['--format=tar.gz', 'netclaim/state']],
    ['in a folder', ['--format=tar.gz', '--prefix=acme-claims-abc/', 'netclaim/state']],
    // Names beyond the 100 characters of the first tar.
    ['in a folder of a long name', ['--format=tar', `--prefix=${long}/`, 'netclaim/state']],
  ])('%s gives what the branch holds', async (_, options) => {
    answer = archive(...options)
    const { candidate, texts } = await archiveSource({ url }).latest(undefined)
    expect(candidate).toMatchObject({ commit: stage.repo.tip(), generation: 1 })
    const state = await stage.repo.repository.readState(stage.repo.tip())
    expect(texts).toEqual(state)
  })

  test('is applied, fetched again only when it is another, and never when it is older', async () => {
    answer = archive('--format=tar.gz', 'netclaim/state')
    const old = answer
    const source = archiveSource({ url })
    expect(stateOf((await stage.sync({ source })).run)).toBe('success')
    calls = []
    expect(new Set(Object.values(outcomes(await stage.sync({ source }))))).toEqual(
      new Set(['unchanged']),
    )
    expect(calls).toEqual(['"one"'])
    await stage.repo.change(eip('photon', 'web'))
    answer = archive('--format=tar.gz', 'netclaim/state')
    const later = await stage.sync({ source: archiveSource({ url }) })
    expect(outcomes(later)['OvnEip photon-web']).toBe('applied')
    answer = old
    const back = await stage.sync({ source: archiveSource({ url }) })
    expect(back.run.findings.map(({ rule }) => rule)).toEqual(['sync/older-state'])
  })

  test.each<readonly [string, () => Uint8Array | number, string]>([
    ['is not there', () => 404, '/state.tar.gz" answers 404'],
    [
      'ends in the middle',
      () => archive('--format=tar', 'netclaim/state').subarray(0, 5_000),
      'ends in the middle',
    ],
    [
      'is half a gzip',
      () => archive('--format=tar.gz', 'netclaim/state').subarray(0, 500),
      'cannot be fetched',
    ],
    ['is a page', () => Buffer.from('<html>'.repeat(200)), 'has a size that is none'],
    [
      'does not say its commit',
      () => archive('--format=tar', 'netclaim/state^{tree}'),
      'does not say which commit',
    ],
    ['is empty', () => new Uint8Array(), 'ends in the middle'],
  ])('that %s is told without what is secret', async (_, make, message) => {
    answer = make()
    const told = archiveSource({ url }).latest(undefined)
    await expect(told).rejects.toThrow(message)
    await expect(archiveSource({ url }).latest(undefined)).rejects.not.toThrow('secret')
  })
})

test('no tar of any bytes makes its reader crash', () => {
  for (let seed = 1; seed < 300; seed += 1) {
    const bytes = Uint8Array.from({ length: 2_048 }, (_, n) => (n * seed * 7_919 + seed) % 256)
    if (seed % 2 === 0) bytes.set(new TextEncoder().encode('00000000100\0'), 124)
    bytes[156] = seed % 3 === 0 ? 0x78 : 0x67
    expect(() => tarFiles(bytes)).toThrow(/^the archive of the state /)
  }
})
