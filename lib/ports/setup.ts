import type { Setup } from '../domain/setup.ts'
import type { Snapshot } from './snapshot.ts'

/** A claims repository, to be looked at; nothing is changed. Throws `OutsideError` where it cannot be read at all. */
export interface SetupReader {
  /** What stands on the branch of the claims; undefined where there is none. */
  snapshot(): Promise<Snapshot | undefined>
  /** How the forge guards it; absent where there is no forge to ask. */
  readonly setup?: (branches: { readonly main: string; readonly state: string }) => Promise<Setup>
}
