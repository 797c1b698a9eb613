/** One object of Git with its content as stored. */
export interface GitObject {
  readonly id: string
  readonly type: 'blob' | 'tree' | 'commit' | 'tag'
  readonly content: Buffer
}

/**
 * Takes the output of `cat-file --batch` in any pieces: `<id> SP <type> SP <size> LF <content> LF`, or, as undefined,
 * `<name> SP missing LF`. The content of every type is passed over whole: it is a stranger's, and may look like a header.
 */
export function batchTaker(
  found: (object: GitObject | undefined) => void,
): (chunk: Buffer) => void {
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
      needed = newline === -1 ? rest.length + 1 : 0
      if (newline === -1) break
      const header = rest.subarray(0, newline).toString('utf8')
      const match = /^(?<id>[0-9a-f]+) (?<type>blob|tree|commit|tag) (?<size>\d+)$/.exec(header)
      const end = newline + 1 + Number(match?.groups?.['size'] ?? -1)
      needed = end + 1
      if (rest.length < needed) break
      if (match?.groups === undefined) found(undefined)
      else {
        const { id = '', type } = match.groups
        const content = Buffer.from(rest.subarray(newline + 1, end))
        found({ id, type: type as GitObject['type'], content })
      }
      rest = rest.subarray(needed)
    }
    pending = [rest]
    length = rest.length
  }
}
