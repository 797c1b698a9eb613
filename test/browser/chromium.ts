import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Debian's name, then those of others. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Without these it asks its maker's hosts for news. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where Chromium is; undefined where there is none. `CHROMIUM` names another one. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named !== undefined) return named
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isProgram)
}

/** As root, which is how a container runs tests, it starts without its sandbox alone. */
export function startChromium(executablePath: string): Promise<Browser> {
  const args = process.getuid?.() === 0 ? [...QUIET, '--no-sandbox'] : QUIET
  return chromium.launch({ executablePath, args })
}

function isProgram(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
