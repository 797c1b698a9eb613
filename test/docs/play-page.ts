import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { run } from '../../functions/cli/run.ts'

/** One command of a page, what the page says that it prints, and what it does print. */
export interface Played {
  readonly line: number
  readonly command: string
  /** Undefined for a hidden command: what it prints is not told. */
  readonly told: string | undefined
  readonly printed: string
}

const main = resolve(import.meta.dirname, '../../functions/cli/main.ts')

/**
 * Does what a page of documentation tells, from top to bottom, in an empty folder.
 *
 * A block of code after a line that ends with a path in backticks and a colon is a file to write. In
 * a `console` block a line with `$ ` is a command and the lines after it are what it prints; a line
 * `…` stands for any lines. `<!-- $ command -->` is run without being shown.
 */
export async function playPage(text: string): Promise<readonly Played[]> {
  const root = mkdtempSync(join(tmpdir(), 'netclaim-page-'))
  try {
    const stage = { cwd: join(root, 'page'), env: environment(root) }
    mkdirSync(stage.cwd)
    const played: Played[] = []
    for (const block of blocksOf(text)) played.push(...(await playBlock(block, stage)))
    return played
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Does the output fit what is told? Ids of commits may differ. */
export function fits(told: string, printed: string): boolean {
  const pattern = told
    .split('\n')
    .map((line) => (line === '…' ? '[\\s\\S]*?' : escaped(line).replace(ids, '[0-9a-f]+')))
    .join('\n')
  return new RegExp(`^${pattern}$`).test(printed)
}

const ids = /(?<![0-9a-z])[0-9a-f]{6,40}(?![0-9a-z])/g

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

interface Block {
  readonly line: number
  readonly kind: 'hidden' | 'console' | 'file'
  readonly path: string
  readonly text: string
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  const pattern =
    /^<!-- \$ (?<hidden>.+) -->$|(?:`(?<path>[^`\n]+)`:\n\n)?^```(?<language>\w*)\n(?<body>[\s\S]*?)^```$/gm
  for (const { index, groups = {} } of text.matchAll(pattern)) {
    const { hidden, path = '', language = '', body = '' } = groups
    const line = text.slice(0, index).split('\n').length
    if (hidden !== undefined) blocks.push({ line, kind: 'hidden', path, text: hidden })
    else if (language === 'console') blocks.push({ line, kind: 'console', path, text: body })
    else if (path !== '') blocks.push({ line, kind: 'file', path, text: body })
  }
  return blocks
}

interface Stage {
  cwd: string
  readonly env: NodeJS.ProcessEnv
}

async function playBlock(
  { line, kind, path, text }: Block,
  stage: Stage,
): Promise<readonly Played[]> {
  if (kind === 'file') {
    const full = join(stage.cwd, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    return []
  }
  if (kind === 'hidden')
    return [{ line, command: text, told: undefined, printed: await type(text, stage) }]
  const [before = '', ...parts] = `\n${text}`.split('\n$ ')
  if (before.trim() !== '') throw new Error(`line ${line}: output before a command`)
  const played: Played[] = []
  for (const part of parts) {
    const [command = '', ...told] = part.replace(/\n$/, '').split('\n')
    played.push({ line, command, told: told.join('\n'), printed: await type(command, stage) })
  }
  return played
}

/** Runs a line in a shell. `cd` holds for what follows; a plain line of ours runs here, which is faster. */
async function type(command: string, stage: Stage): Promise<string> {
  const folder = /^cd (\S+)$/.exec(command)?.[1]
  if (folder !== undefined) {
    stage.cwd = resolve(stage.cwd, folder)
    return ''
  }
  if (/^netclaim [\w ./-]*$/.test(command)) return ours(command.split(' ').slice(1), stage)
  const { stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: stage.cwd,
    env: stage.env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return `${stdout}${stderr}`.replace(/\n$/, '')
}

async function ours(args: readonly string[], { cwd }: Stage): Promise<string> {
  let text = ''
  const say = (some: string) => void (text += some)
  const looks = { colour: false, interactive: false, width: 80 }
  await run(args, { out: say, err: say, cwd, ...looks })
  return text.replace(/\n$/, '')
}

function environment(root: string): NodeJS.ProcessEnv {
  const bin = join(root, '.bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'netclaim'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(join(bin, 'netclaim'), 0o755)
  return {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: root,
    NO_COLOR: '1',
    NODE_COMPILE_CACHE: join(root, '.node-cache'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a person',
    GIT_AUTHOR_EMAIL: 'person@example.com',
    GIT_COMMITTER_NAME: 'a person',
    GIT_COMMITTER_EMAIL: 'person@example.com',
  }
}
