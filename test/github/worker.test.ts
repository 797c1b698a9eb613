import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** Octokit's share of a Worker, which may have 1 MiB. */
const MAX_GZIP_BYTES = 120_000

test('the adapter is bundled for Workers without anything of Node', async () => {
  const { outputFiles, warnings } = await build({
    stdin: {
      contents: `export { githubClient } from './lib/adapters/github/client.ts'
        export { githubForge } from './lib/adapters/github/forge.ts'
        export { githubRepository } from './lib/adapters/github/repository.ts'`,
      resolveDir: '.',
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
  })
  expect(warnings).toEqual([])
  const [bundle] = outputFiles
  expect(bundle?.text).not.toMatch(/["']node:|\bprocess\.binding|\brequire\(/)
  expect(gzipSync(bundle?.contents ?? '').length).toBeLessThan(MAX_GZIP_BYTES)
})
