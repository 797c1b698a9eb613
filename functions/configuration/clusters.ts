import * as z from 'zod'

/** Long enough not to be guessed by trying: 16 characters. */
const Secret = z.string('must be a text').min(16, 'is shorter than 16 characters')

const Cluster = z
  .strictObject(
    {
      repository: z.string('must be owner/name').optional(),
      secret: Secret.optional(),
      oldSecret: Secret.optional(),
      token: Secret.max(512, 'is longer than 512 characters').optional(),
    },
    'must be an object of repository, secret, oldSecret and token alone',
  )
  .refine(
    ({ secret, token }) => secret !== undefined || token !== undefined,
    'needs a secret, or a token for Argo CD',
  )
type Cluster = z.infer<typeof Cluster>

/** A DNS label, as in the name of the branch that the cluster writes. */
const NAME = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/

/**
 * The clusters that report, by name, as JSON:
 * `{"prod-1": {"repository": "owner/name", "secret": "…", "oldSecret": "…", "token": "…"}}`.
 */
export const Clusters = z
  .string('must be a text')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      // The parser's own words quote the text.
      context.addIssue('is no JSON')
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), Cluster, 'must be an object of clusters by name'))
  .refine(
    (clusters) => Object.keys(clusters).every((name) => NAME.test(name)),
    'has a cluster whose name is no DNS label',
  )
  .refine(hasOwnSecrets, 'has one secret for two clusters: each could speak for the other')

function hasOwnSecrets(clusters: Readonly<Record<string, Cluster>>): boolean {
  const own = Object.values(clusters).map(
    ({ secret, oldSecret, token }) => new Set([secret, oldSecret, token]),
  )
  const all = own.flatMap((secrets) => [...secrets].filter((one) => one !== undefined))
  return new Set(all).size === all.length
}
