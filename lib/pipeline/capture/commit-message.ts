import { compareText } from '../../domain/compare-text.ts'
import { printable } from '../../domain/printable.ts'
import { sha256 } from '../../domain/sha256.ts'
import type { Captured } from './draft.ts'
import type { Hand } from './in-object.ts'

/** Changes that a message names; all of them are in its diff. */
const SHOWN = 200

/** `Capture 3 changes made by hand in the cluster`. */
export function titleOf(captured: readonly Captured[]): string {
  const count = captured.length === 1 ? 'a change' : `${captured.length} changes`
  return `Capture ${count} made by hand in the cluster`
}

/** Stands for what a capture wrote: whoever amends its commit keeps the message. */
export function digestOfFiles(files: ReadonlyMap<string, string>): string {
  return sha256(JSON.stringify([...files].toSorted(([a], [b]) => compareText(a, b))))
}

/** Is it the message of a commit that holds these files? */
export function isCaptureOf(message: string, files: ReadonlyMap<string, string>): boolean {
  const said =
    /^Capture (?:a change|\d+ changes) made by hand in the cluster\n[^]*\nFiles: (?<digest>[0-9a-f]{64})\nState: [0-9a-f]+$/.exec(
      message.trimEnd(),
    )
  return said?.groups?.['digest'] === digestOfFiles(files)
}

/** What the commit of a capture says: each object, who changed it and when, and what it was seen against. */
export function commitMessage(
  captured: readonly Captured[],
  state: string,
  files: ReadonlyMap<string, string>,
): string {
  const lines = captured.slice(0, SHOWN).map(line)
  if (captured.length > SHOWN) lines.push(`and ${captured.length - SHOWN} more`)
  return `${titleOf(captured)}

${lines.join('\n')}

Files: ${digestOfFiles(files)}
State: ${state}
`
}

/** Begins with a dash, so that no object can pass for a trailer. */
function line(hand: Hand): string {
  const { object, field } = hand
  const what = `${printable(object)}${field === undefined ? '' : ` ${printable(field)}`}`
  return withoutReferences(`- ${what}, ${whoText(hand)}`)
}

/** A manager may call itself `fixes #1`: a forge would close what that names once the commit is on main. */
function withoutReferences(text: string): string {
  return text.replace(
    /[#@!]|:(?=\/\/)|(?<=\bGH)-/gi,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  )
}

/** `by kubectl-edit since 2026-11-30T03:00:00Z`. */
export function whoText({ manager, since }: Pick<Hand, 'manager' | 'since'>): string {
  return `by ${printable(manager, 80)}${since === undefined ? '' : ` since ${printable(since, 40)}`}`
}
