import * as z from 'zod'
import { Clusters } from './clusters.ts'

/** What is said of a name that is not there. */
const needed = (what: string) => ({ error: `is missing: ${what}` })

/** Long enough not to be guessed by trying: 16 characters. */
const Secret = z
  .string(needed('the secret of the webhook'))
  .min(16, 'is shorter than 16 characters')

/** What a monitoring system shows: 16 characters that a header can hold. */
const Token = z
  .string()
  .regex(/^[\x21-\x7e]{16,512}$/, 'must be 16 to 512 characters without blanks')

/** In plain HTTP the token could be read on its way, so that is for this machine or cluster alone. */
export const BaseUrl = z.string(needed('the base URL of the API')).refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    return false
  const isNear = /^(?:\[::1\]|127\.0\.0\.1|[^.]+|.+\.svc(?:\.cluster\.local)?)$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isNear)
}, 'must be an https URL without user, query and fragment')

/** PEM, PKCS#1 as GitHub hands it out or PKCS#8; `\n` may stand for a line end. Whether it is a key shows when it signs. */
const PEM = /^-----BEGIN (?<kind>(?:RSA )?PRIVATE KEY)-----[\sA-Za-z0-9+/=]+-----END \k<kind>-----$/
export const PrivateKey = z
  .string(needed('the private key of the GitHub App'))
  .transform((text) => text.replaceAll('\\n', '\n').trim())
  .refine((text) => PEM.test(text), 'must be a private key in PEM, as GitHub hands it out')

const NAME = /^\w[\w.-]{0,99}\/[\w.-]{1,100}$/

const Repositories = z
  .string(needed('owner/name of each claims repository, with commas between'))
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((names) => names.every((one) => NAME.test(one)), 'must be owner/name, owner/name, …')
  .refine(
    (names) => new Set(names.map((one) => one.toLowerCase())).size === names.length,
    'has a repository twice',
  )

/** What there is whatever the forge. */
export const Common = z.object({
  NETCLAIM_REPOSITORIES: Repositories,
  NETCLAIM_MAIN: z
    .string()
    .regex(/^\w(?:[\w/-]|\.(?!\.))*$/, 'must be the name of a branch')
    .default('main'),
  NETCLAIM_WEBHOOK_SECRET: Secret,
  NETCLAIM_WEBHOOK_SECRET_OLD: Secret.optional(),
  NETCLAIM_CLUSTERS: Clusters.default({}),
  NETCLAIM_METRICS_TOKEN: Token.optional(),
})

/** The variables of a process, and the bindings of a Worker. */
export const Environment = z.discriminatedUnion(
  'NETCLAIM_FORGE',
  [
    Common.extend({
      NETCLAIM_FORGE: z.literal('github'),
      /** Of GitHub Enterprise Server, `https://HOST/api/v3`; absent: github.com. */
      NETCLAIM_FORGE_URL: BaseUrl.optional(),
      NETCLAIM_APP_ID: z
        .string(needed('the number of the GitHub App'))
        .regex(/^[1-9]\d{0,14}$/, 'must be a number'),
      NETCLAIM_PRIVATE_KEY: PrivateKey,
    }),
    Common.extend({
      NETCLAIM_FORGE: z.literal('gitea'),
      NETCLAIM_FORGE_URL: BaseUrl,
      NETCLAIM_TOKEN: z.string(needed('an access token of Gitea')),
    }),
  ],
  'must be github or gitea',
)
export type Environment = z.infer<typeof Environment>

/** Every name that is read, of whatever forge. */
export const knownNames: readonly string[] = [
  ...new Set(Environment.options.flatMap(({ shape }) => Object.keys(shape))),
]
