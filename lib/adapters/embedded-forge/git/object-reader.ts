import { spawn } from 'node:child_process'
import { cleanEnvironment } from '../../git/run-git.ts'

/** One object of Git with its content as stored. */
export interface GitObject {
  readonly id: string
  readonly type: 'blob' | 'tree' | 'commit' | 'tag'
  readonly content: Buffer
}

/** Reads objects by whatever git understands (`<id>`, `refs/heads/main`, `<id>:path`) through one process. */
export interface ObjectReader {
  read(name: string): Promise<GitObject | undefined>
  stop(): void
}

interface Waiting {
  resolve(object: GitObject | undefined): void
  reject(error: Error): void
}

/** Starts `git cat-file --batch` when the first object is asked for. */
export function objectReader(dir: string): ObjectReader {
  let child: ReturnType<typeof start> | undefined
  return {
    read(name) {
      // What git would read as two names, or as an option of the protocol, is the name of nothing.
      if (/[\n\0]/.test(name) || name === '') return Promise.resolve(undefined)
      child ??= start(dir, () => (child = undefined))
      return child.ask(name)
    },
    stop: () => child?.kill(),
  }
}

function start(dir: string, onEnd: () => void) {
  const git = spawn('git', ['-C', dir, 'cat-file', '--batch'], {
    env: cleanEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting: Waiting[] = []
  const take = batchTaker((object) => waiting.shift()?.resolve(object))
  git.stdout.on('data', take)
  git.stdin.on('error', () => undefined)
  git.on('close', () => {
    onEnd()
    for (const one of waiting.splice(0)) one.reject(new Error(`git cat-file ended in ${dir}`))
  })
  return {
    ask: (name: string) =>
      new Promise<GitObject | undefined>((resolve, reject) => {
        waiting.push({ resolve, reject })
        git.stdin.write(`${name}\n`)
      }),
    kill: () => git.kill(),
  }
}

/** Takes `<id> SP <type> SP <size> LF <content> LF` or `<name> SP missing LF`, in any pieces. */
function batchTaker(found: (object: GitObject | undefined) => void): (chunk: Buffer) => void {
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
