/** Files of one environment, also those that are not read: a file for each claim of a large VPC. */
export const MAX_ENVIRONMENT_FILES = 10_000
/** Bytes of the files of one environment, those of more than 1 MiB left out: no person writes as much. */
export const MAX_ENVIRONMENT_BYTES = 16_777_216
/** Bytes of the paths of one environment: 400 for each of its files. */
export const MAX_ENVIRONMENT_PATHS = 4_194_304

/** Which limit of an environment is passed. */
export type EnvironmentLimit = 'files' | 'paths' | 'bytes'

/** The first file of an environment beyond a limit. */
export interface Excess {
  readonly path: string
  readonly limit: EnvironmentLimit
}

/** Counts what the environments of a tree hold. */
export interface EnvironmentTally {
  /** Counts a file, by the bytes of its path and its content; the limit that its environment is beyond, if any. */
  readonly add: (path: string, pathBytes: number, bytes: number) => EnvironmentLimit | undefined
  /** By folder, `environments/a`. */
  readonly excess: ReadonlyMap<string, Excess>
}

interface Counts {
  files: number
  paths: number
  bytes: number
}

/** A tally that starts at nothing. What lies in no environment is not counted. */
export function environmentTally(): EnvironmentTally {
  const counts = new Map<string, Counts>()
  const excess = new Map<string, Excess>()
  return {
    excess,
    add(path, pathBytes, bytes) {
      const folder = environmentFolder(path)
      if (folder === undefined) return undefined
      const known = excess.get(folder)
      if (known !== undefined) return known.limit
      let count = counts.get(folder)
      if (count === undefined) counts.set(folder, (count = { files: 0, paths: 0, bytes: 0 }))
      count.files += 1
      count.paths += pathBytes
      count.bytes += bytes
      const limit = passed(count)
      if (limit !== undefined) excess.set(folder, { path, limit })
      return limit
    },
  }
}

const TOP = 'environments/'

/** The folder of the environment that a path lies in, `environments/a`; undefined for none. */
export function environmentFolder(path: string): string | undefined {
  const end = path.startsWith(TOP) ? path.indexOf('/', TOP.length) : -1
  return end < 0 ? undefined : path.slice(0, end)
}

function passed({ files, paths, bytes }: Counts): EnvironmentLimit | undefined {
  if (files > MAX_ENVIRONMENT_FILES) return 'files'
  if (paths > MAX_ENVIRONMENT_PATHS) return 'paths'
  return bytes > MAX_ENVIRONMENT_BYTES ? 'bytes' : undefined
}
