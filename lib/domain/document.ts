import type { Place } from './finding.ts'
import type { EnvironmentLimit } from './rules/environment-limits.ts'

/** Keys and indexes from the root of a document to one of its values. */
export type Path = readonly (string | number)[]

/** One YAML document of a file, as plain JSON values. */
export interface Document {
  readonly file: string
  /** Where the document's first value begins. */
  readonly at: Place
  /** Maps, lists, strings, numbers, booleans and null; numbers and booleans by the YAML 1.2 core schema. */
  readonly value: unknown
  /**
   * Where the value at `path` begins. Where it is absent: where its nearest existing ancestor's key is.
   * `key` gives the place of the key itself (for unknown fields).
   */
  place(path: Path, part?: 'key' | 'value'): Place
  /** The text of the scalar at `path` as written, without quotes; undefined for maps, lists, absent. */
  source(path: Path): string | undefined
}

/** What stands at one path of a tree, as Git would see it. Only `text` can hold claims. */
export type Entry =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'submodule' | 'not-utf8' | 'special' }
  | { readonly kind: 'too-large'; readonly bytes: number }
  /** The path is no UTF-8; what cannot be decoded in it is U+FFFD. */
  | { readonly kind: 'odd-path' }
  /** Stands for all files of an environment, at the first of them that is beyond the limit. */
  | { readonly kind: 'too-much'; readonly limit: EnvironmentLimit }

/** Paths (with `/`, relative, no `.` or `..`) and what stands there. */
export type Tree = ReadonlyMap<string, Entry>
