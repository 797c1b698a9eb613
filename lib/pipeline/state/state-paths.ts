/** Where the state branch keeps what (design 4). Names in paths have passed as DNS labels. */
export const statePath = 'state.yaml'

/** The platform that is rendered, and which of its segments are open. */
export const platformPath = 'platform.yaml'

/** The facts that the last plan used. */
export const factsPath = 'observed/management.yaml'

export function bookPath(namespace: string): string {
  return `allocations/${namespace}.yaml`
}

/** The namespace whose book a path is; undefined for any other path. */
export function bookOfPath(path: string): string | undefined {
  return /^allocations\/([^/]+)\.yaml$/.exec(path)?.[1]
}

export function poolFolder(pool: string): string {
  return `allocations/pools/${pool}/`
}

/** How many addresses of each part of a pool have a holder. */
export function countsPath(pool: string): string {
  return `${poolFolder(pool)}index.yaml`
}

/** Addresses of a pool that rest, and who had them. */
export function coolingPath(pool: string): string {
  return `${poolFolder(pool)}cooling.yaml`
}

/** Colons are no good in paths on every system; a part's name has either dots or colons. */
export function partPath(pool: string, part: string): string {
  return `${poolFolder(pool)}${part.replaceAll(':', '-')}.yaml`
}

/** Pool and part (`index` for the counts) of a path. */
export function poolOfPath(
  path: string,
): { readonly pool: string; readonly part: string } | undefined {
  const match = /^allocations\/pools\/([^/]+)\/([^/]+)\.yaml$/.exec(path)
  if (match === null) return undefined
  const [, pool = '', part = ''] = match
  return { pool, part: part === 'index' ? part : part.replaceAll('-', ':') }
}

/** Flux's unit for the platform. Not in the folder of the others: an environment may be called so. */
export const fluxPlatformPath = 'rendered/flux/platform.yaml'

/** Flux's unit for an environment. */
export function fluxPath(namespace: string): string {
  return `rendered/flux/environments/${namespace}.yaml`
}

export const platformKeepPath = 'rendered/platform/.gitkeep'

export function renderedFolder(namespace: string): string {
  return `rendered/environments/${namespace}/`
}

/** Every object that one claim causes, and the claim itself. */
export function claimPath(
  namespace: string,
  { kind, name }: { readonly kind: string; readonly name: string },
): string {
  return `${renderedFolder(namespace)}${kind.toLowerCase()}-${name}.yaml`
}

/** Git knows no empty folders, and an applier that finds none fails. */
export function keepPath(namespace: string): string {
  return `${renderedFolder(namespace)}.gitkeep`
}

/** What is published of an environment. A claim's file begins with the claim's kind. */
export function valuesPath(namespace: string): string {
  return `${renderedFolder(namespace)}values.yaml`
}

/** What external-dns makes records of. */
export function recordsPath(namespace: string): string {
  return `${renderedFolder(namespace)}records.yaml`
}

/** A file of the rendered platform; with the start of a name, the start of its path. */
export function platformFile(name: string): string {
  return `rendered/platform/${name}`
}

/** The CRD of a kind; without a name, the start of all of them. */
export function crdPath(name: string): string {
  return platformFile(name === '' ? 'crd-' : `crd-${name}.yaml`)
}

/** What goes into the tenant clusters of an environment; with a cluster, into that one. */
export function tenantFolder(namespace: string, cluster?: string): string {
  return `rendered/tenants/${namespace}/${cluster === undefined ? '' : `${cluster}/`}`
}
