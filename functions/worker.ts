import { boundedCache } from '../lib/adapters/github/bounded-cache.ts'
import { ConfigurationError } from './configuration.ts'
import { engine } from './engine.ts'
import { githubContext } from './github-context.ts'
import type { Work } from './host.ts'
import { jobFunctions } from './job-functions.ts'
import { systemClock } from './system-clock.ts'
import { createWorker } from './worker/create-worker.ts'

/** Of trees and blobs, as long as the isolate lives; it has 128 MB for everything. */
const CACHE_BYTES = 32 * 1024 * 1024
const cache = boundedCache(CACHE_BYTES)

const work: Work = {
  functions: jobFunctions,
  contextsOf({ forge, main }, queue) {
    if (forge.kind !== 'github')
      throw new ConfigurationError(
        'NETCLAIM_FORGE must be github: the others need Git and a folder, which a Worker does not have',
      )
    return async (name) =>
      githubContext({ ...forge, name, queue, clock: systemClock, engine, main, cache })
  },
}

/** The functions on Cloudflare Workers, configured by bindings (`functions/configuration.ts`). */
// oxlint-disable-next-line no-console -- the log of a Worker is its console
export default createWorker(work, (line) => console.log(line))
