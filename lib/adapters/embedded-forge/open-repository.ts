import { join } from 'node:path'
import { type Forge, type ForgeRepository, timestamp } from './forge.ts'
import { objectReader } from './git/object-reader.ts'
import type { Records } from './records.ts'
import { openStore } from './store.ts'

/** Where repositories are kept. */
export interface Folder {
  readonly folder: string
  readonly inMemory?: boolean
}

interface Identity {
  readonly owner: string
  readonly name: string
  readonly id: number
  readonly parent?: string
}

/** Opens a bare repository with its records, new ones where there are none. */
export function openRepository(
  forge: Forge,
  { folder, inMemory }: Folder,
  of: Identity,
): ForgeRepository {
  const dir = join(folder, of.owner, `${of.name}.git`)
  const path = inMemory === true ? undefined : `${dir}.json`
  const store = openStore(path, () => freshRecords(forge, of))
  const { records } = store
  const objects = objectReader(dir)
  store.touch()
  const repository: ForgeRepository = {
    fullName: `${of.owner}/${of.name}`,
    dir,
    records,
    objects,
    lagging: new Map(),
    touch: () => store.touch(),
    // Ids of different repositories never meet.
    nextId: () => records.id * 1_000_000 + ++records.lastId,
    stop() {
      store.flush()
      objects.stop()
    },
  }
  forge.repositories.set(repository.fullName.toLowerCase(), repository)
  return repository
}

function freshRecords(forge: Forge, of: Identity): Records {
  return {
    ...of,
    defaultBranch: 'main',
    createdAt: timestamp(forge),
    lastId: 0,
    lastNumber: 0,
    pulls: new Map(),
    checkRuns: new Map(),
    statuses: [],
    issueComments: new Map(),
    commitComments: new Map(),
    workflowRuns: new Map(),
    rulesets: new Map(),
    tips: new Map(),
  }
}
