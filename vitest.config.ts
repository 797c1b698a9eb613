import { generateKeyPairSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { env } from './test/app/environment.ts'
import { longTests } from './test/cluster/long-tests.ts'
import { wranglerEnvironment } from './test/wrangler-environment.ts'

Object.assign(process.env, wranglerEnvironment)
const options = { testTimeout: 60_000, hookTimeout: 60_000 }
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

export default defineConfig({
  test: {
    // Vitest would leave a core to itself, which has little to do.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...options,
          name: 'node',
          include: ['test/**/*.test.ts'],
          setupFiles: ['test/random.ts'],
          exclude: ['test/workerd/**', ...(process.env['SHORT'] === undefined ? [] : longTests)],
        },
      },
      {
        // The web functions in the runtime of Cloudflare Workers: the same tests as on Node, and a few of its own.
        plugins: [
          cloudflareTest({
            wrangler: { configPath: './wrangler.jsonc' },
            miniflare: {
              bindings: { ...env, NETCLAIM_PRIVATE_KEY: privateKey },
              // Nothing gets out: whoever asks GitHub is told to come back in ten minutes.
              outboundService: () =>
                new Response('rate limit', { status: 429, headers: { 'Retry-After': '600' } }),
            },
          }),
        ],
        test: {
          ...options,
          name: 'workerd',
          include: ['test/app/*.test.ts', 'test/workerd/*.test.ts'],
          // One start of the runtime for all files: none of them leaves anything behind.
          isolate: false,
        },
      },
    ],
  },
})
