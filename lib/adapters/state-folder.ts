import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { StateTree } from '../pipeline/report.ts'
import { OutsideError } from './outside-error.ts'

/** The file by which a folder is known as an earlier output. It is written first and never missing. */
export interface Marker {
  readonly path: string
  /** How it begins. The name alone says nothing: what is not ours would be removed. */
  readonly begins: RegExp
}

const STATE: Marker = { path: 'state.yaml', begins: /^(?:cluster: .+\n)?engine: / }

/**
 * Makes `folder` hold exactly the tree. Refuses, by `OutsideError`, a folder with files that are
 * no earlier output, by which it has no `marker`. Each file is replaced in one step; stopped halfway, a second run completes it.
 */
export function writeStateFolder(folder: string, tree: StateTree, marker = STATE): void {
  try {
    refuseForeign(folder, marker)
    mkdirSync(folder, { recursive: true })
    replace(folder, marker.path, tree.get(marker.path) ?? '')
    removeGone(folder, '', new Set([...tree.keys(), marker.path]))
    for (const [path, text] of tree) if (path !== marker.path) replace(folder, path, text)
  } catch (cause) {
    if (cause instanceof OutsideError) throw cause
    const { code, message } = cause as NodeJS.ErrnoException
    throw outside(`"${folder}" cannot be written: ${code ?? message}`, cause)
  }
}

function refuseForeign(folder: string, marker: Marker): void {
  const info = lstatSync(folder, { throwIfNoEntry: false })
  if (info === undefined) return
  if (!info.isDirectory()) throw outside(`"${folder}" is no folder`)
  if (readdirSync(folder).length === 0 || hasMarker(folder, marker)) return
  throw outside(
    `"${folder}" holds files that are no earlier output (no ${marker.path} of one): name an empty or a new folder`,
  )
}

function hasMarker(folder: string, { path, begins }: Marker): boolean {
  const file = join(folder, path)
  const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true
  return isFile && begins.test(readFileSync(file, 'utf8'))
}

/** Removes files that the tree no longer has, and the folders that this leaves empty. */
function removeGone(folder: string, below: string, tree: ReadonlySet<string>): void {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    // A checkout of the state branch keeps its Git data.
    if (path === '.git') continue
    if (!entry.isDirectory()) {
      if (!tree.has(path) || !entry.isFile()) rmSync(join(folder, path))
      continue
    }
    if (tree.has(path)) {
      rmSync(join(folder, path), { recursive: true })
      continue
    }
    removeGone(folder, path, tree)
    if (readdirSync(join(folder, path)).length === 0) rmdirSync(join(folder, path))
  }
}

/** A reader sees the old text or the new one. What has not changed keeps its time stamp. */
function replace(folder: string, path: string, text: string): void {
  if (path.split('/').some((part) => ['', '.', '..', '.git'].includes(part)))
    throw new Error(`the path "${path}" leaves the state tree`)
  const full = join(folder, path)
  if (lstatSync(full, { throwIfNoEntry: false })?.isFile() && readFileSync(full, 'utf8') === text)
    return
  mkdirSync(dirname(full), { recursive: true })
  const scratch = join(dirname(full), '.netclaim-new')
  writeFileSync(scratch, text)
  renameSync(scratch, full)
}

function outside(message: string, cause?: unknown): OutsideError {
  return new OutsideError(message, { system: 'files', retryable: false, cause })
}
