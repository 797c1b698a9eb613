/** The oldest Node on which all of it runs; `package.json` says the same to npm, which only warns. */
export const OLDEST_NODE = 22

/** Why a Node of this version (`process.versions.node`) cannot run it; undefined where it can. */
export function tooOld(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return undefined
  return `Node.js ${OLDEST_NODE} or newer is needed, this is ${version}`
}
