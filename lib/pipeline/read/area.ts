/** Which part of the repository a path belongs to. */
export type Area =
  | { readonly part: 'settings' | 'platform' | 'acknowledgements' }
  | { readonly part: 'environment'; readonly folder: string }
  /** Directly in `environments/`, or a file where one of the folders should be. */
  | { readonly part: 'loose' }
  /** Nothing is read there, and nothing is said about it. */
  | { readonly part: 'ignored' }
  /** Outside of all folders that are ours. */
  | { readonly part: 'elsewhere' }

/** What the name of a file says about it: `near` looks as if it were read, but is not. */
export type Naming = 'read' | 'near' | 'other'

const folders = new Set(['environments', 'platform', 'acknowledgements'])

/** What the state branch holds; it may lie beside the claims (`settings.state`). */
const stateFolders = new Set(['allocations', 'observed', 'rendered'])

/** The part of the repository that a path belongs to. */
export function areaOf(path: string): Area {
  const [top = '', ...rest] = path.split('/')
  if (path === 'netclaim.yaml') return { part: 'settings' }
  if (rest.length === 0 && folders.has(top)) return { part: 'loose' }
  if (rest.some((name) => name.startsWith('.')) || top.startsWith('.')) return { part: 'ignored' }
  if (top === 'acknowledgements') return { part: 'acknowledgements' }
  if (top === 'platform') return { part: rest[0] === 'policies' ? 'ignored' : 'platform' }
  if (top !== 'environments') return { part: stateFolders.has(top) ? 'ignored' : 'elsewhere' }
  return rest.length < 2 ? { part: 'loose' } : { part: 'environment', folder: rest[0] ?? '' }
}

/** Whether a file of that path is read: `.yaml` and `.yml` are, in lower case only. */
export function namingOf(path: string): Naming {
  if (/\.ya?ml$/.test(path)) return 'read'
  return /\.(?:ya?ml|json)$/i.test(path) ? 'near' : 'other'
}
