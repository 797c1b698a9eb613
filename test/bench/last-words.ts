import { readFileSync } from 'node:fs'

/** The option by which a process of Node writes down what `/proc` says of it when it ends: a file for each name, below a path. */
export function lastWords(path: string, names: readonly ('stat' | 'status')[]): readonly string[] {
  const code = `import fs from 'node:fs'; process.on('exit', () => ${JSON.stringify(names)}.forEach((one) => fs.writeFileSync(${JSON.stringify(path)} + '.' + one, fs.readFileSync('/proc/self/' + one))))`
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

/** Hundredths of a second of user and system time, with that of children that have ended (proc(5)). */
export function ticksIn(stat: string): number {
  const fields = readFileSync(stat, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields
    .slice(11, 15)
    .map(Number)
    .reduce((total, one) => total + one, 0)
}

/** The most resident memory that a process had, in MiB (proc(5), VmHWM). */
export function peakIn(status: string): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]) / 1_024
}
