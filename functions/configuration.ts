import type { Cluster } from './app/proof.ts'
import { didYouMean } from './cli/nearest.ts'
import { Common, Environment, knownNames } from './configuration/environment.ts'

/** How the forge is reached, and as whom. */
export type ForgeAccess =
  | {
      readonly kind: 'github'
      /** Of GitHub Enterprise Server, `https://HOST/api/v3`; absent: github.com. */
      readonly baseUrl?: string
      readonly appId: number
      /** PEM. */
      readonly privateKey: string
    }
  | { readonly kind: 'gitea'; readonly baseUrl: string; readonly token: string }

/** What a host is told when it starts. */
export interface Configuration {
  readonly forge: ForgeAccess
  /** `owner/name` of every claims repository. */
  readonly repositories: readonly string[]
  /** The branch of the claims. */
  readonly main: string
  /** One, or two while the old one is being replaced. */
  readonly webhookSecrets: readonly string[]
  /** By name. */
  readonly clusters: ReadonlyMap<string, Cluster>
  /** Shown by whoever reads the metrics; absent: nobody does. */
  readonly metricsToken?: string
  /** All of it that must never be shown. */
  readonly secrets: readonly string[]
}

/** The configuration is at fault. The message has a line for each name, and the value of none. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/**
 * Reads the variables `NETCLAIM_…` of a process, or the bindings of a Worker. An empty one counts as missing.
 *
 * Throws `ConfigurationError`, which lists all that is wrong, missing or unknown at once, after `problems` of the host.
 */
export function readConfiguration(
  env: Readonly<Record<string, unknown>>,
  problems: readonly string[] = [],
): Configuration {
  const given = Object.entries(env).filter(
    ([name, value]) => name.startsWith('NETCLAIM_') && name !== 'NETCLAIM_DEBUG' && value !== '',
  )
  const { data, error } = Environment.safeParse({
    NETCLAIM_FORGE: 'github',
    ...Object.fromEntries(given),
  })
  const isForgeKnown = error?.issues.some(({ path }) => path[0] === 'NETCLAIM_FORGE') !== true
  const rest = isForgeKnown ? [] : (Common.safeParse(Object.fromEntries(given)).error?.issues ?? [])
  const all = [
    ...problems,
    ...[...(error?.issues ?? []), ...rest].map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    ),
    ...given.flatMap(([name]) => unknownName(name)),
    ...(data === undefined ? [] : strayClusters(data)),
  ]
  if (data !== undefined && all.length === 0) return configurationOf(data)
  throw new ConfigurationError(['the configuration is not complete:', ...new Set(all)].join('\n  '))
}

function unknownName(name: string): readonly string[] {
  if (knownNames.includes(name)) return []
  return [`${name} is not known${didYouMean(name, knownNames)}`]
}

/** A cluster follows a repository of ours; where there is only one, it need not say so. */
function strayClusters(env: Environment): readonly string[] {
  const { NETCLAIM_REPOSITORIES: ours, NETCLAIM_CLUSTERS: clusters } = env
  return Object.entries(clusters).flatMap(([name, { repository }]) => {
    if (repository === undefined ? ours.length === 1 : ours.includes(repository)) return []
    return [`NETCLAIM_CLUSTERS.${name}.repository must be one of NETCLAIM_REPOSITORIES`]
  })
}

function configurationOf(env: Environment): Configuration {
  const repositories = env.NETCLAIM_REPOSITORIES
  const forge = forgeOf(env)
  const metricsToken = env.NETCLAIM_METRICS_TOKEN
  const webhookSecrets = present([env.NETCLAIM_WEBHOOK_SECRET, env.NETCLAIM_WEBHOOK_SECRET_OLD])
  const clusters = new Map(
    Object.entries(env.NETCLAIM_CLUSTERS).map(([name, one]) => [
      name,
      {
        repository: one.repository ?? repositories[0] ?? '',
        secrets: present([one.secret, one.oldSecret]),
        ...(one.token === undefined ? {} : { token: one.token }),
      },
    ]),
  )
  const secrets = [
    forge.kind === 'github' ? forge.privateKey : forge.token,
    ...webhookSecrets,
    ...[...clusters.values()].flatMap((one) => present([...one.secrets, one.token])),
    ...present([metricsToken]),
  ]
  return {
    forge,
    repositories,
    main: env.NETCLAIM_MAIN,
    webhookSecrets,
    clusters,
    ...(metricsToken === undefined ? {} : { metricsToken }),
    secrets,
  }
}

function forgeOf(env: Environment): ForgeAccess {
  if (env.NETCLAIM_FORGE === 'gitea')
    return { kind: 'gitea', baseUrl: env.NETCLAIM_FORGE_URL, token: env.NETCLAIM_TOKEN }
  const baseUrl = env.NETCLAIM_FORGE_URL
  return {
    kind: 'github',
    ...(baseUrl === undefined ? {} : { baseUrl }),
    appId: Number(env.NETCLAIM_APP_ID),
    privateKey: env.NETCLAIM_PRIVATE_KEY,
  }
}

function present<T>(values: readonly (T | undefined)[]): readonly T[] {
  return values.filter((value) => value !== undefined)
}
