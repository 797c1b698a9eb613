import { decodeUtf8, type TreeItem } from '../../domain/tree-listing.ts'

/** Takes NUL-ended records in any pieces, and hands on each without its NUL. */
export function recordReader(found: (record: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = text.indexOf(0); end !== -1; end = text.indexOf(0, start)) {
      found(text.subarray(start, end))
      start = end + 1
    }
    rest = text.subarray(start)
  }
}

/** A record of `ls-tree`: `<mode> SP <type> SP <id> TAB <path>`. */
export function readRecord(record: Buffer): TreeItem {
  const tab = record.indexOf(9)
  const [mode, , id = ''] = record.subarray(0, tab).toString('latin1').split(' ')
  const path = record.subarray(tab + 1)
  return {
    ...decodePath(path),
    pathBytes: path.length,
    mode: mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file',
    id,
  }
}

function decodePath(bytes: Buffer): { path: string; oddPath: boolean } {
  const path = decodeUtf8(bytes)
  return path === undefined
    ? { path: bytes.toString('utf8'), oddPath: true }
    : { path, oddPath: false }
}
