/** Which part of the repository a path belongs to. */
export type Area =
  | {
      readonly part: 'settings' | 'platform' | 'clusterConfig' | 'policies' | 'acknowledgements'
    }
  | { readonly part: 'environment'; readonly folder: string }
  /** Directly in `environments/`, or a file where one of the folders should be. */
  | { readonly part: 'loose' }
  /** Nothing is read there, and nothing is said about it. */
  | { readonly part: 'ignored' }
  /** Outside of all folders that are ours. */
  | { readonly part: 'elsewhere' }

/** What the name of a file says about it: `near` looks as if it were read, but is not. */
export type Naming = 'read' | 'near' | 'other'

/** The settings of VIP blocks, among other variables of the platform. It is no YAML. */
export const clusterConfigPath = 'platform/cluster-config.env'

const folders = new Set(['environments', 'platform', 'acknowledgements'])

/** What the state branch holds; it may lie beside the claims (`settings.state`). */
const stateFolders = new Set(['allocations', 'observed', 'rendered'])

/** The part of the repository that a path belongs to. */
export function areaOf(path: string): Area {
  if (path === 'netclaim.yaml') return { part: 'settings' }
  const slash = path.indexOf('/')
  const top = slash < 0 ? path : path.slice(0, slash)
  if (!folders.has(top)) return { part: stateFolders.has(top) ? 'ignored' : 'elsewhere' }
  if (slash < 0) return { part: 'loose' }
  if (top === 'acknowledgements') return { part: 'acknowledgements' }
  const next = path.indexOf('/', slash + 1)
  const folder = path.slice(slash + 1, next < 0 ? undefined : next)
  if (top === 'platform') return { part: partOfPlatform(path) }
  return next < 0 ? { part: 'loose' } : { part: 'environment', folder }
}

function partOfPlatform(path: string): 'platform' | 'clusterConfig' | 'policies' {
  if (path === clusterConfigPath) return 'clusterConfig'
  return path.startsWith('platform/policies/') ? 'policies' : 'platform'
}

/** Whether what lies directly in `platform/` at that path can hold a Reservation: tenants' folders and policies have none. */
export function mayReserve(path: string): boolean {
  return path !== 'platform/tenants' && path !== 'platform/policies' && !isHidden(path)
}

/** Whether a file of that path is read: `.yaml` and `.yml` are, in lower case, not below a dot; and one `.env`. */
export function namingOf(path: string): Naming {
  if (path === clusterConfigPath) return 'read'
  if (isHidden(path)) return 'other'
  if (/\.ya?ml$/.test(path)) return 'read'
  return /\.(?:ya?ml|json)$/i.test(path) ? 'near' : 'other'
}

/** Whether a folder or the file itself begins with a dot. */
export function isHidden(path: string): boolean {
  return /(?:^|\/)\./.test(path)
}
