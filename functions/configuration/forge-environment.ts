import * as z from 'zod'
import { BaseUrl, PrivateKey } from './environment.ts'

const AppId = z.string().regex(/^[1-9]\d{0,14}$/, 'must be a number')
/** What a header can hold. */
const Token = z.string().regex(/^[\x21-\x7e]{1,1024}$/, 'must be a token without blanks')

/** The forge of a command that is no server: GitHub with a person's token or as the app, or a Gitea. */
const ForgeEnvironment = z.discriminatedUnion(
  'NETCLAIM_FORGE',
  [
    z.object({
      NETCLAIM_FORGE: z.literal('github'),
      NETCLAIM_FORGE_URL: BaseUrl.optional(),
      NETCLAIM_APP_ID: AppId.optional(),
      NETCLAIM_PRIVATE_KEY: PrivateKey.optional(),
      GITHUB_TOKEN: Token.optional(),
    }),
    z.object({
      NETCLAIM_FORGE: z.literal('gitea'),
      NETCLAIM_FORGE_URL: BaseUrl,
      NETCLAIM_TOKEN: Token,
    }),
  ],
  'must be github or gitea',
)

/** Where the forge is, and as whom it is called. */
export type ForgeCaller =
  | {
      readonly kind: 'github'
      /** Absent: github.com. */
      readonly baseUrl?: string
      readonly as:
        | { readonly token: string }
        | { readonly appId: number; readonly privateKey: string }
    }
  | { readonly kind: 'gitea'; readonly url: string; readonly token: string }

/**
 * Reads the variables that `netclaim serve` has for its forge; for GitHub `GITHUB_TOKEN` comes first. An empty one counts as
 * missing. A text says what is missing or wrong, and the value of none.
 */
export function readForgeCaller(
  env: Readonly<Record<string, string | undefined>>,
): ForgeCaller | string {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  const { data, error } = ForgeEnvironment.safeParse({
    NETCLAIM_FORGE: 'github',
    ...Object.fromEntries(given),
  })
  if (data === undefined)
    return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')
  if (data.NETCLAIM_FORGE === 'gitea')
    return { kind: 'gitea', url: data.NETCLAIM_FORGE_URL, token: data.NETCLAIM_TOKEN }
  const as = identityOf(data)
  if (as === undefined)
    return 'GITHUB_TOKEN is missing, or NETCLAIM_APP_ID with NETCLAIM_PRIVATE_KEY'
  const baseUrl = data.NETCLAIM_FORGE_URL
  return { kind: 'github', ...(baseUrl === undefined ? {} : { baseUrl }), as }
}

function identityOf(env: {
  readonly GITHUB_TOKEN?: string | undefined
  readonly NETCLAIM_APP_ID?: string | undefined
  readonly NETCLAIM_PRIVATE_KEY?: string | undefined
}) {
  const { GITHUB_TOKEN: token, NETCLAIM_APP_ID: appId, NETCLAIM_PRIVATE_KEY: privateKey } = env
  if (token !== undefined) return { token }
  if (appId === undefined || privateKey === undefined) return undefined
  return { appId: Number(appId), privateKey }
}
