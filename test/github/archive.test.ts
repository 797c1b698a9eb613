import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { writeCommit } from '../../lib/adapters/git/write-commit.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { untar } from '../../lib/adapters/github/untar.ts'
import { gitIn } from '../git/sandbox.ts'
import { appOf, forgeWith } from './sandbox.ts'

const FILES = process.env['LONG'] === '1' ? 10_000 : 1_200

describe('a tree of many unknown files', () => {
  test('is read by its archive in few calls, whatever attributes hide or change', async () => {
    const { forge, dir } = await forgeWith('archive')
    const changes = new Map(
      Array.from({ length: FILES }, (_, nth) => [
        `environments/e${nth % 50}/f${nth}.yaml`,
        `kind: ${nth}\n`,
      ]),
    )
    changes.set(
      'environments/.gitattributes',
      'evil.yaml export-ignore\ncrlf.yaml text eol=crlf\nsubst.yaml export-subst ident\n',
    )
    for (const name of ['evil', 'crlf', 'subst'])
      changes.set(`environments/${name}.yaml`, `a: $Format:%H$ $Id$\n# ${name}\n`)
    changes.set(`environments/${'long/'.repeat(40)}${'n'.repeat(200)}.yaml`, 'long\n')
    const commit = await writeCommit(dir, {
      parent: gitIn(dir, 'rev-parse', 'main'),
      changes,
      message: 'many',
      seconds: 1,
    })
    gitIn(dir, 'update-ref', 'refs/heads/main', commit)

    const { repository, calls } = appOf(forge)
    const tree = await repository.readTree(commit)
    expect(tree).toEqual(await (await gitRepository({ repo: dir })).readTree(commit))
    expect(tree.size).toBe(changes.size)
    const archives = calls.filter(({ path }) => /tarball|codeload/.test(path))
    expect(archives).toHaveLength(2)
    // The folders one below the other, and what the attributes hid.
    expect(calls.length).toBeLessThan(60)
    calls.length = 0
    await repository.readTree(commit)
    expect(calls).toEqual([])
  })

  test('is read without an archive that cannot be had', async () => {
    const { forge, dir } = await forgeWith('no-archive')
    const changes = new Map(
      Array.from({ length: 600 }, (_, nth) => [`environments/a/f${nth}.yaml`, `kind: ${nth}\n`]),
    )
    const commit = await writeCommit(dir, { changes, message: 'many', seconds: 1 })
    gitIn(dir, 'update-ref', 'refs/heads/many', commit)
    for (const how of ['gone', 'torn', 'nonsense']) {
      const { repository } = appOf(forge, {
        fetch: async (url, init) => {
          const isArchive = typeof url === 'string' && url.includes('codeload')
          if (!isArchive) return fetch(url, init)
          if (how === 'gone') return new Response('expired', { status: 404 })
          const whole = await (await fetch(url, init)).arrayBuffer()
          return new Response(
            how === 'torn' ? whole.slice(0, 2_000) : gzipSync('nonsense'.repeat(100)),
          )
        },
      })
      expect((await repository.readTree(commit)).size).toBe(600)
    }
  })
})

describe('a tar stream', () => {
  const read = async (bytes: Uint8Array, maxBytes: number) => {
    const found: string[] = []
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 333)
          controller.enqueue(bytes.subarray(at, at + 333))
        controller.close()
      },
    })
    for await (const content of untar(pieces, maxBytes))
      found.push(new TextDecoder().decode(content))
    return found
  }

  test('gives its files, and leaves out what is too large', async () => {
    const { dir } = await forgeWith('tar', { a: 'one\n', b: 'x'.repeat(5_000), 'c/d': '' })
    const tar = Buffer.from(gitIn(dir, 'archive', '--format=tar', 'main'), 'utf8')
    expect((await read(tar, 1_000)).toSorted((a, b) => a.localeCompare(b))).toEqual(['', 'one\n'])
    expect(await read(tar, 10_000)).toHaveLength(3)
  })
  test.each([
    ['ends in the middle', new Uint8Array(700).fill(0x31)],
    ['has a size that is none', new Uint8Array(512).fill(0x39)],
  ])('that %s is refused', async (_, bytes) => {
    await expect(read(bytes, 1_000)).rejects.toThrow(/an archive/)
  })
})
