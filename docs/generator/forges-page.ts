import { type ForgeDifferences, forgeDifferences } from '../../lib/adapters/forge-differences.ts'
import { code, generated, markdownTable, page, plainText } from './markdown.ts'

const { github, gitea } = forgeDifferences

/** The lines of the table: what it is about, and how a forge has it. None may be forgotten. */
const rows: Readonly<
  Record<
    Exclude<keyof ForgeDifferences, 'name'>,
    readonly [string, (of: ForgeDifferences) => string]
  >
> = {
  check: ['the check on a commit', ({ check }) => check],
  commitComments: [
    'what is said about a commit of `main`',
    ({ commitComments }) =>
      `a comment under the ${commitComments ? 'commit' : 'pull request that brought it'}`,
  ],
  mergeQueue: ['merge queue', ({ mergeQueue }) => (mergeQueue ? 'yes' : 'none')],
  compareAndSwap: ['the state branch moves by', ({ compareAndSwap }) => code(compareAndSwap)],
  descriptionLength: [
    'characters of a status’ description, at most',
    ({ descriptionLength }) => counted(descriptionLength),
  ],
  commentBytes: ['bytes of a comment, at most', ({ commentBytes }) => counted(commentBytes)],
  unknownCommit: [
    'answer to a status on a commit that is not there yet',
    ({ unknownCommit }) => String(unknownCommit),
  ],
  unknownBranch: [
    'answer to a pull request from a branch that is not there yet',
    ({ unknownBranch }) => String(unknownBranch),
  ],
  twinPulls: [
    'pull requests where two ask for one from the same branch at once',
    ({ twinPulls }) => (twinPulls ? 'two, of which the older is kept' : 'one'),
  ],
  pullHeads: ['heads of pull requests, forks’ too', ({ pullHeads }) => code(pullHeads)],
  webhook: [
    'headers of a webhook: signature, kind, id; action for a new head',
    ({ webhook: { signature, prefix, event, delivery, newHead } }) =>
      `${code(`${signature}: ${prefix}<hex>`)}, ${[event, delivery].map(code).join(', ')}; ${code(newHead)}`,
  ],
  gitAuthorization: [
    '`Authorization` of Git over HTTPS',
    ({ gitAuthorization }) =>
      code(gitAuthorization('TOKEN').replace(/^Basic .+/, 'Basic base64(x-access-token:TOKEN)')),
  ],
}

/** What differs between the forges, from the one table that the code uses. */
export function forgesPage(): string {
  return page(
    generated('Forges'),
    'Netclaim speaks with each forge through one port, so that the functions know of no forge. What differs is in this table, and nowhere else in the code. Gitea is 1.26.0, as seen there; the same code is meant for Forgejo, where it was not run.',
    markdownTable(
      ['', plainText(github.name), plainText(gitea.name)],
      Object.values(rows).map(([about, cell]) => [about, cell(github), cell(gitea)]),
    ),
    'Where there are no check runs, the commit status `netclaim` stands for the check: it leads to the comment under the pull request, which holds title, summary and every annotation with a link to its line. The comment is rewritten in place, and tells of the present head only. The key of the check (which commits it was computed from) is in the query of the address that the status leads to, so that it is known again also where there is no pull request. What is said about a commit of `main` that no pull request brought is the description of its status `netclaim/allocate`. [How to set it up](../how-to/gitea.md).',
  )
}

function counted(count: number): string {
  return count.toLocaleString('en')
}
