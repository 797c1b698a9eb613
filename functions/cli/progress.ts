import type { Terminal } from '../../lib/adapters/terminal.ts'

/** What takes less is over before a person wonders. */
const SILENT_MS = 1_000

/** Says what is being done, on one line that vanishes. */
export interface Progress {
  step(what: string): void
  /** Takes the line away; to be called before results are written. */
  done(): void
}

/** Progress on stderr: only for a person who is watching, and only once it takes long. */
export function progressOn(terminal: Terminal, quiet: boolean): Progress {
  if (quiet || !terminal.interactive) return { step: () => undefined, done: () => undefined }
  const start = performance.now()
  let shown = false
  return {
    step(what) {
      if (performance.now() - start < SILENT_MS) return
      terminal.err(`\r\u001B[2K${what} …`)
      shown = true
    },
    done() {
      if (shown) terminal.err('\r\u001B[2K')
      shown = false
    },
  }
}
