import type { Context } from 'hono'
import { notFound } from '../api-error.ts'
import { type Forge, type ForgeRepository, repositoryOf } from '../forge.ts'
import type { CheckRunRow, PullRow } from '../records.ts'

/** What the address of a page names; throws 404 where there is none. */
export function repositoryIn(forge: Forge, c: Context): ForgeRepository {
  return repositoryOf(forge, `${c.req.param('owner')}/${c.req.param('repo')}`)
}

export function pullIn({ records }: ForgeRepository, c: Context): PullRow {
  const pull = records.pulls.get(Number(c.req.param('number')))
  if (pull === undefined) throw notFound()
  return pull
}

export function runIn({ records }: ForgeRepository, c: Context): CheckRunRow {
  const run = records.checkRuns.get(Number(c.req.param('id')))
  if (run === undefined) throw notFound()
  return run
}
