// Bundles the command line into one folder (default dist/): netclaim.js and a chunk per command, so that
// only what a command needs is read. Usage: node functions/cli/bundle.mjs [FOLDER]
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const outdir = process.argv[2] === undefined ? dist : resolve(process.argv[2])
if (outdir === dist) rmSync(dist, { recursive: true, force: true })
await build({
  absWorkingDir: root,
  entryPoints: { netclaim: 'functions/cli/main.ts' },
  outdir,
  bundle: true,
  splitting: true,
  minify: true,
  legalComments: 'none',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Reads GitHub's GraphQL schema from beside itself.
  external: ['@octokit/graphql-schema'],
  // yaml's build for Node is CommonJS, which `require`s Node's own modules.
  banner: {
    js: "import { createRequire as __require } from 'node:module';const require=__require(import.meta.url);",
  },
  logLevel: 'warning',
})
