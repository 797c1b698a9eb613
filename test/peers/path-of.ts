/** What names an object of any kind that we render or write in tests. */
export interface Named {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** Plurals that are not simply the kind and an s. */
const plurals: Readonly<Record<string, string>> = {
  NetworkAttachmentDefinition: 'network-attachment-definitions',
  OvnDnatRule: 'ovn-dnat-rules',
  OvnEip: 'ovn-eips',
  OvnFip: 'ovn-fips',
  OvnSnatRule: 'ovn-snat-rules',
  SwitchLBRule: 'switch-lb-rules',
}

/** Where the API has that object. */
export function pathOf({ apiVersion, kind, metadata: { name, namespace } }: Named): string {
  const within = namespace === undefined ? '' : `/namespaces/${namespace}`
  return `/${apiVersion === 'v1' ? 'api' : 'apis'}/${apiVersion}${within}/${pluralOf(apiVersion, kind)}/${name}`
}

function pluralOf(apiVersion: string, kind: string): string {
  if (kind === 'ProviderNetwork' && apiVersion.startsWith('kubeovn.io/')) return 'provider-networks'
  return plurals[kind] ?? `${kind.toLowerCase()}s`
}
