import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batcher } from '../../lib/adapters/github/batcher.ts'
import { boundedCache } from '../../lib/adapters/github/bounded-cache.ts'
import { subject } from '../../lib/adapters/github/commit-subject.ts'
import { pathOf, withoutSecrets } from '../../lib/adapters/github/github-error.ts'
import { objectId } from '../../lib/adapters/github/object-id.ts'
import {
  decodeEntries,
  encodeEntries,
  nameBytes,
  nameOf,
} from '../../lib/adapters/github/tree-entry.ts'
import { everything, wantedPaths } from '../../lib/adapters/github/wanted-paths.ts'
import { chunksOf } from '../../lib/adapters/github/write-tree.ts'

describe('what is asked for together', () => {
  function counting(size: number, maxBytes: number) {
    const batches: number[][] = []
    const ask = batcher<number, string>({
      size,
      maxBytes,
      bytesOf: (item) => item,
      atOnce: 2,
      load: async (items) => {
        batches.push([...items])
        if (items.includes(13)) throw new Error('unlucky')
        return items.map((item) => `answer ${item}`)
      },
    })
    return { batches, ask }
  }

  test('goes out in one batch, and each gets its own answer', async () => {
    const { ask, batches } = counting(100, 1000)
    expect(await Promise.all([1, 2, 3].map(ask))).toEqual(['answer 1', 'answer 2', 'answer 3'])
    expect(batches).toEqual([[1, 2, 3]])
  })
  test('is bounded by number and bytes', async () => {
    const { ask, batches } = counting(2, 10)
    await Promise.all([1, 2, 3, 9, 50].map(ask))
    expect(batches).toEqual([[1, 2], [3], [9], [50]])
  })
  test('fails for those of its batch alone', async () => {
    const { ask } = counting(1, 1000)
    const results = await Promise.allSettled([12, 13, 14].map(ask))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('the cache', () => {
  test('forgets what was not used for the longest time, by bytes', async () => {
    const cache = boundedCache(4_000)
    for (let nth = 0; nth < 4; nth++) await cache.set(`k${nth}`, new Uint8Array(700))
    await cache.get('k0')
    await cache.set('k4', new Uint8Array(700))
    const kept = ['k0', 'k1', 'k2', 'k3', 'k4'].filter((key) => cache.get(key) !== undefined)
    expect(kept).toEqual(['k0', 'k2', 'k3', 'k4'])
  })
  test('takes nothing that would push out most of the rest', () => {
    const cache = boundedCache(4_000)
    void cache.set('large', new Uint8Array(1_001))
    expect(cache.get('large')).toBeUndefined()
  })
})

describe('a path', () => {
  const wanted = wantedPaths(['a/b/', 'c.yaml', 'd', 'm/', ''])
  test.each([
    ['c.yaml', 'file', true],
    ['a', 'file', false],
    ['d', 'file', true],
    ['m', 'file', false],
    ['m', 'submodule', true],
    ['x', 'file', false],
  ] as const)('%s as a %s is wanted: %s', (name, mode, is) => {
    expect(wanted.has(name, mode)).toBe(is)
  })
  test('leads to what lies below it', () => {
    expect(wanted.below('a')?.below('b')).toBe(everything)
    expect(wanted.below('a')?.below('c')).toBeUndefined()
    expect(wanted.below('d')).toBe(everything)
    expect(wantedPaths(['', 'a\0b']).below('a')).toBeUndefined()
  })
})

test('an object has the id that Git gives it', async () => {
  const bytes = new TextEncoder().encode('hello\n')
  expect(await objectId('blob', bytes, '0'.repeat(40))).toBe(
    'ce013625030ba8dba906f756967f9e9ca394464a',
  )
  expect(await objectId('tree', new Uint8Array(), '0'.repeat(40))).toBe(
    '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  )
})

test('names and entries come back as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), fc.string(), (bytes, text) => {
      const name = String.fromCharCode(...bytes)
      expect(nameBytes(name)).toEqual(bytes)
      const entries = [
        { mode: '100644', name, id: 'a'.repeat(40), bytes: 3 },
        { mode: '40000', name: nameOf(text), id: 'b'.repeat(40) },
      ]
      expect(decodeEntries(encodeEntries(entries))).toEqual(entries)
    }),
  )
})

test.each([
  ['one line', 'one line'],
  ['\n\n first \nsecond\n\nbody', ' first second'],
  ['', ''],
  ['a\n \nb', 'a'],
])('the subject of %j is %j', (message, expected) => {
  expect(subject(message)).toBe(expected)
})

describe('the writing of a tree', () => {
  test('is cut by entries', () => {
    const changes = new Map(Array.from({ length: 2_500 }, (_, nth) => [`f/${nth}`, 'x'] as const))
    expect(chunksOf(changes).map(({ length }) => length)).toEqual([1000, 1000, 500])
  })
  test('is cut by bytes', () => {
    const changes = new Map(
      Array.from({ length: 4 }, (_, nth) => [`f${nth}`, 'x'.repeat(1_000_000)] as const),
    )
    expect(chunksOf(changes).map(({ length }) => length)).toEqual([1, 1, 1, 1])
  })
  test('removes a file in a call of its own where a folder takes its place', () => {
    expect(
      chunksOf(
        new Map([
          ['a', undefined],
          ['a/b', 'x'],
        ]),
      ),
    ).toEqual([[['a', undefined]], [['a/b', 'x']]])
    expect(
      chunksOf(
        new Map([
          ['a', 'x'],
          ['a/b', undefined],
        ]),
      ),
    ).toEqual([[['a/b', undefined]], [['a', 'x']]])
    expect(
      chunksOf(
        new Map([
          ['a', 'x'],
          ['b', undefined],
        ]),
      ),
    ).toHaveLength(1)
  })
  test.each(['', '../x', 'a//b', '.git/config', 'a/.GIT/x', '/a'])(
    'never leaves the tree by %j',
    (path) => {
      expect(() => chunksOf(new Map([[path, 'x']]))).toThrow(/in a commit/)
    },
  )
})

test.each([
  'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  'ghs_123_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjF9.c2lnbmF0dXJl',
  'github_pat_11ABCDEFG_secret',
  'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjF9.c2lnbmF0dXJl',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIsecret',
  'bearer 0123456789abcdef0123',
])('%s is no part of a message', (secret) => {
  const text = withoutSecrets(`it says ${secret}`)
  expect(text).toMatch(/^it says (?:bearer )?…$/)
})

test('an address is told by its path', () => {
  expect(pathOf('https://x:y@host/a/b?token=secret')).toBe('/a/b')
  expect(pathOf('nonsense')).toBe('an address')
})
