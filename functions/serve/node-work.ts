import { boundedCache } from '../../lib/adapters/github/bounded-cache.ts'
import { engine } from '../engine.ts'
import { giteaContext } from '../gitea-context.ts'
import { githubContexts } from '../github-context.ts'
import type { Work } from '../host.ts'
import { jobFunctions } from '../job-functions.ts'
import { systemClock } from '../system-clock.ts'

/** Of trees and blobs, for all repositories together. */
const CACHE_BYTES = 256 * 1024 * 1024

/**
 * The functions on any forge. `mirrors` is a folder for those of Git repositories; `writeGapMs` lies between two writes to
 * GitHub, which asks for a second.
 */
export function nodeWork(mirrors: string, writeGapMs?: number): Work {
  const cache = boundedCache(CACHE_BYTES)
  const gap = writeGapMs === undefined ? {} : { writeGapMs }
  return {
    functions: jobFunctions,
    contextsOf({ forge, main }, queue) {
      const rest = { queue, clock: systemClock, engine, main }
      if (forge.kind === 'github') {
        const contextOf = githubContexts({ ...forge, ...rest, ...gap, cache })
        return async (name) => contextOf(name)
      }
      const { baseUrl: url, token } = forge
      return (name) => giteaContext({ url, token, ...rest, name, mirrors })
    },
  }
}
