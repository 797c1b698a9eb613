const fields = `apiVersion kind metadata name namespace labels annotations spec
  attachment cidrBlock enableSnatRule excludeIps gateway protocol
  externalAccess providerNetworkRef type v4Ip
  clusterSelector matchLabels matchExpressions key operator values
  topology variables value`.split(/\s+/)
const labels = `name instance version component part-of managed-by`
  .split(' ')
  .map((label) => `app.kubernetes.io/${label}`)

/**
 * The keys that claims mostly consist of, each with itself. A key cut out of a text is a string
 * of its own, which the engine looks up for every map that gets it; these it knows already.
 */
export const EVERYDAY_KEYS: ReadonlyMap<string, string> = new Map(
  [...fields, ...labels].map((key) => [key, key]),
)
