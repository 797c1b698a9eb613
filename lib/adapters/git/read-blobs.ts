import { batchTaker } from './batch-taker.ts'
import { git, outside } from './git.ts'

/** The sizes of blobs in bytes, by id. */
export async function readSizes(
  repo: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer']
  const out = await git(repo, args, { input: wanted.join('\n') + '\n' })
  const lines = out.toString('latin1').split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [id = '', size = ''] = line.split(' ')
      if (size === 'missing') throw outside(`the repository has no object ${id}`)
      return [id, Number(size)]
    }),
  )
}

/** The contents of blobs by id. Each id is asked for once; the order is Git's. */
export async function readBlobs(
  repo: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = [...new Set(ids)]
  const blobs = new Map<string, Buffer>()
  if (wanted.length === 0) return blobs
  const reader = batchTaker((object) => {
    if (object?.type === 'blob') blobs.set(object.id, object.content)
  })
  const args = ['cat-file', '--batch', '--buffer']
  await git(repo, args, { input: wanted.join('\n') + '\n', onData: reader })
  const missing = wanted.find((id) => !blobs.has(id))
  if (missing !== undefined) throw outside(`the repository has no object ${missing}`)
  return blobs
}
