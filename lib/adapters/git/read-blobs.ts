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
  const reader = batchReader((id, content) => blobs.set(id, content))
  const args = ['cat-file', '--batch', '--buffer']
  await git(repo, args, { input: wanted.join('\n') + '\n', onData: reader })
  const missing = wanted.find((id) => !blobs.has(id))
  if (missing !== undefined) throw outside(`the repository has no object ${missing}`)
  return blobs
}

/** Takes the output of `cat-file --batch` in any pieces: `<id> SP blob SP <size> LF <content> LF`. */
function batchReader(found: (id: string, content: Buffer) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = []
  let length = 0
  let needed = 1

  return (chunk) => {
    pending.push(chunk)
    length += chunk.length
    if (length < needed) return
    let rest: Buffer = Buffer.concat(pending)
    for (;;) {
      const newline = rest.indexOf(10)
      if (newline === -1) {
        needed = rest.length + 1
        break
      }
      const [id, type, size] = rest.subarray(0, newline).toString('latin1').split(' ')
      const start = newline + 1
      const end = start + (type === 'blob' ? Number(size) : 0)
      if (type === 'blob' && rest.length <= end) {
        needed = end + 1
        break
      }
      if (type === 'blob') found(id ?? '', Buffer.from(rest.subarray(start, end)))
      rest = rest.subarray(type === 'blob' ? end + 1 : start)
    }
    pending = [rest]
    length = rest.length
  }
}
