import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

const compress = promisify(deflate)

/** Writes an object as `git hash-object -w` would, without a process, and gives its id. */
export async function writeObject(
  dir: string,
  type: 'blob' | 'commit',
  content: Buffer,
): Promise<string> {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
  const id = createHash('sha1').update(bytes).digest('hex')
  const folder = join(dir, 'objects', id.slice(0, 2))
  const scratch = join(folder, `tmp_obj_${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  await writeFile(scratch, await compress(bytes, { level: 1 }), { mode: 0o444 })
  await rename(scratch, join(folder, id.slice(2)))
  return id
}
