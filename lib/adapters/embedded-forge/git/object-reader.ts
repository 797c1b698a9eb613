import { spawn } from 'node:child_process'
import { batchTaker, type GitObject } from '../../git/batch-taker.ts'
import { cleanEnvironment } from '../../git/run-git.ts'

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
