import type { Octokit } from '@octokit/rest'
import type { AppSetup } from '../../domain/setup.ts'
import type { SetupReader } from '../../ports/setup.ts'
import { githubRepository } from './repository.ts'
import { setupOfBranch } from './setup-branch.ts'
import { isRefusal, unlessRefused } from './unless-refused.ts'

/** Which repository, asked by whom. */
export interface SetupReaderOptions {
  readonly octokit: Octokit
  readonly owner: string
  readonly repo: string
  /** The branch of the claims. */
  readonly main: string
  /** Id of our app; without it nothing can be said of who is in whose way. */
  readonly appId?: number
}

/** Looks at a repository on GitHub, with whatever its token may see; what it may not is told. */
export function githubSetupReader(options: SetupReaderOptions): SetupReader {
  return {
    async snapshot() {
      const repository = githubRepository(options)
      const tips = await repository.tips({ names: [options.main], below: [] })
      const tip = tips.get(options.main)
      return tip === undefined ? undefined : repository.snapshot(tip)
    },
    async setup({ main, state }) {
      const unseen: string[] = []
      const found = {
        main: await setupOfBranch(options, main, unseen),
        state: await setupOfBranch(options, state, unseen),
      }
      const app = await unlessRefused(() => appOf(options), 'the installation of the app', unseen)
      const appId = options.appId ?? app?.id
      return {
        ...found,
        ...(appId === undefined ? {} : { appId }),
        ...(app === undefined ? {} : { app }),
        unseen,
      }
    },
  }
}

/** Only the app itself, or an owner of the organisation, is told of it. */
async function appOf({
  octokit,
  owner,
  repo,
  appId,
}: SetupReaderOptions): Promise<AppSetup | undefined> {
  try {
    const { data } = await octokit.rest.apps.getRepoInstallation({ owner, repo })
    return toApp(data)
  } catch (error) {
    if (appId === undefined || !isRefusal(error)) throw error
  }
  const installed = await octokit.paginate(octokit.rest.orgs.listAppInstallations, {
    org: owner,
    per_page: 100,
  })
  const found = installed.find((one) => one.app_id === appId)
  return found && toApp(found)
}

function toApp(given: {
  readonly app_id: number
  readonly permissions: object
  readonly events: readonly string[]
}): AppSetup {
  const permissions = Object.entries(given.permissions).map(([name, level]) => [
    name,
    String(level),
  ])
  return { id: given.app_id, permissions: Object.fromEntries(permissions), events: given.events }
}
