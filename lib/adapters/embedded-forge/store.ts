import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Records } from './records.ts'

/** Milliseconds in which changes are gathered before they are written. */
const GATHER_MS = 50

/** Keeps the records of one repository in a JSON file, or only in memory. */
export interface Store {
  readonly records: Records
  /** Something changed; it is written soon. */
  touch(): void
  /** Writes what is not written yet. */
  flush(): void
}

/** Reads the file where it is there; `fresh` is the record of a new repository. No path: memory. */
export function openStore(path: string | undefined, fresh: () => Records): Store {
  const records = path !== undefined && existsSync(path) ? read(path) : fresh()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    if (path === undefined) return
    // In one step, so that a kill leaves the old file or the new one.
    writeFileSync(`${path}.new`, JSON.stringify(records, mapsAsEntries))
    renameSync(`${path}.new`, path)
  }
  return {
    records,
    flush,
    touch() {
      if (path !== undefined) timer ??= setTimeout(flush, GATHER_MS)
    },
  }
}

/** How a map is written: JSON has none. */
interface Written {
  readonly $map: readonly [unknown, unknown][]
}

function read(path: string): Records {
  return JSON.parse(readFileSync(path, 'utf8'), (_, value: unknown) =>
    isWritten(value) ? new Map(value.$map) : value,
  ) as Records
}

function mapsAsEntries(_: string, value: unknown): unknown {
  return value instanceof Map ? ({ $map: [...value] } satisfies Written) : value
}

function isWritten(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '$map')
}
