import * as z from 'zod'
import type { Branches } from '../../ports/repository.ts'
import { GitHubError } from './github-error.ts'
import { MAX_PAGES } from './limits.ts'
import { askRepository, type GitHubRepository, type Query, repositoryQuery } from './query.ts'

const HEADS = 'refs/heads/'

const Target = z.object({ oid: z.string() }).nullable()
const One = z.object({ target: Target })
const Page = z.object({
  nodes: z.array(z.object({ prefix: z.string(), name: z.string(), target: Target })),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
})

/** Branches in one query: those by name as n0, n1, …, pages below prefixes as p0, p1, …. */
export function tipsQuery(names: readonly string[], pages: readonly Wanted[]): Query {
  const variables: Record<string, string> = {}
  const declared: string[] = []
  const variable = (name: string, value: string) => {
    variables[name] = value
    declared.push(`$${name}:String!`)
    return `$${name}`
  }
  const fields = names.map(
    (name, nth) => `n${nth}:ref(qualifiedName:${variable(`n${nth}`, HEADS + name)}){target{oid}}`,
  )
  for (const [nth, { prefix, after }] of pages.entries()) {
    const from = after === undefined ? '' : `,after:${variable(`a${nth}`, after)}`
    const below = variable(`p${nth}`, HEADS + prefix)
    fields.push(
      `p${nth}:refs(refPrefix:${below},first:100${from}){nodes{prefix name target{oid}} pageInfo{hasNextPage endCursor}}`,
    )
  }
  return repositoryQuery(`id ${fields.join(' ')}`, declared.join(','), variables)
}

/** Tips as they are at this moment, by branch, and the id by which GraphQL knows the repository. */
export async function readTips(
  github: GitHubRepository,
  { names, below }: Branches,
): Promise<{ readonly node: string; readonly tips: ReadonlyMap<string, string> }> {
  const tips = new Map<string, string>()
  const first = await askRepository(github, tipsQuery(names, below.map(toPage)), Found)
  for (const [nth, name] of names.entries()) {
    const target = One.nullable().parse(first[`n${nth}`])?.target
    if (target) tips.set(name, target.oid)
  }
  let found = first
  let pages: readonly Wanted[] = below.map(toPage)
  for (let round = 0; ; round++) {
    pages = pages.flatMap((page, nth) => takePage(tips, page, found[`p${nth}`]))
    if (pages.length === 0) return { node: first.id, tips }
    if (round === MAX_PAGES) throw tooMany(pages[0]?.prefix ?? '')
    found = await askRepository(github, tipsQuery([], pages), Found)
  }
}

/** A page of the branches below a prefix. */
interface Wanted {
  readonly prefix: string
  readonly after?: string
}

const Found = z.looseObject({ id: z.string() })

function toPage(prefix: string): Wanted {
  return { prefix }
}

/** Takes the branches of a page, and gives the page after it, if there is one. */
function takePage(tips: Map<string, string>, { prefix }: Wanted, answer: unknown): Wanted[] {
  const page = Page.nullable().parse(answer)
  for (const { target, ...ref } of page?.nodes ?? [])
    if (target !== null) tips.set(branchOf(HEADS + prefix, ref), target.oid)
  const after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : null
  return after === null ? [] : [{ prefix, after }]
}

/** GitHub does not say whether `name` is counted from the prefix that was asked for or from `refs/heads/`. */
function branchOf(asked: string, { prefix, name }: { prefix: string; name: string }): string {
  const whole = prefix + name
  return (whole.startsWith(asked) ? whole : asked + name).slice(HEADS.length)
}

function tooMany(prefix: string): GitHubError {
  return new GitHubError(`there are too many branches below "${prefix}"`, {
    status: 200,
    retryable: false,
  })
}
