import type { Octokit } from '@octokit/rest'
import { printable } from '../../domain/printable.ts'
import type { BranchRule, BranchSetup } from '../../domain/setup.ts'
import { rulesOfProtection } from './branch-protection.ts'
import { bypassOf, rulesOfRulesets } from './branch-rules.ts'
import { statusOf, unlessMissing, unlessRefused } from './unless-refused.ts'

interface Asked {
  readonly octokit: Octokit
  readonly owner: string
  readonly repo: string
}

/** A branch with the rules of its rulesets and of its protection. `unseen` gets a line for what may not be looked at. */
export async function setupOfBranch(
  options: Asked,
  branch: string,
  unseen: string[],
): Promise<BranchSetup> {
  const { octokit, owner, repo } = options
  const found = await unlessMissing(() => octokit.rest.repos.getBranch({ owner, repo, branch }))
  const exists = found !== undefined
  const rulesets = await unlessRefused(
    () => ofRulesets(options, branch, unseen),
    `the rulesets of "${printable(branch)}"`,
    unseen,
  )
  const protection = found?.data.protected
    ? await unlessRefused(
        () => ofProtection(options, branch),
        `the protection of "${printable(branch)}"`,
        unseen,
      )
    : []
  if (rulesets === undefined || protection === undefined) return { name: branch, exists }
  return { name: branch, exists, rules: [...rulesets, ...protection] }
}

async function ofRulesets(
  { octokit, owner, repo }: Asked,
  branch: string,
  unseen: string[],
): Promise<readonly BranchRule[]> {
  const rules = await octokit.paginate(octokit.rest.repos.getBranchRules, {
    owner,
    repo,
    branch,
    per_page: 100,
  })
  const ids = new Set(rules.flatMap(({ ruleset_id }) => ruleset_id ?? []))
  const sources = new Map<number, Pick<BranchRule, 'source' | 'bypass'>>()
  for (const ruleset_id of ids) {
    const found = await unlessRefused(
      () => octokit.rest.repos.getRepoRuleset({ owner, repo, ruleset_id, includes_parents: true }),
      `ruleset ${ruleset_id}`,
      unseen,
    )
    const source = `ruleset "${printable(found?.data.name ?? String(ruleset_id))}"`
    const bypass = bypassOf(found?.data.bypass_actors)
    if (found !== undefined && bypass === undefined)
      unseen.push(`who passes ${source} by: only who may edit it is told`)
    sources.set(ruleset_id, { source, ...(bypass === undefined ? {} : { bypass }) })
  }
  return rulesOfRulesets(rules, sources)
}

async function ofProtection(
  { octokit, owner, repo }: Asked,
  branch: string,
): Promise<readonly BranchRule[]> {
  try {
    const { data } = await octokit.rest.repos.getBranchProtection({ owner, repo, branch })
    return rulesOfProtection(data)
  } catch (error) {
    // A branch that rulesets alone protect.
    if (statusOf(error) === 404 && /Branch not protected/.test(String(error))) return []
    throw error
  }
}
