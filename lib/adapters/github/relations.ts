import { compare, type History, keepComparison, keptComparison, type Relation } from './compare.ts'
import type { Objects } from './objects.ts'

/** How commits lie to each other. GitHub is asked only for what does not follow from what is known. */
export interface Relations {
  isAncestor(older: string, newer: string): Promise<boolean>
  mergeBase(one: string, other: string): Promise<string | undefined>
}

export function relationsOf(github: History, objects: Objects): Relations {
  /** With what each commit was compared last. */
  const last = new Map<string, string>()

  async function known(base: string, head: string): Promise<Relation | undefined> {
    const commit = await objects.knownCommit(head)
    if (commit?.parent !== base) return keptComparison(github, base, head)
    return { base, ...(commit.isMerge ? {} : { own: [head] }) }
  }

  /**
   * A head lies to main as it lay to an older main, unless main has gained a commit that was the head's own: else both
   * reach together what they did. So a pull request is compared once, however often main moves.
   */
  async function carriedOver(main: string, head: string): Promise<Relation | undefined> {
    const former = last.get(head)
    if (former === undefined) return undefined
    const lay = await known(former, head)
    if (lay?.own === undefined) return undefined
    const way = await known(former, main)
    const { base, own: gained } = (way?.own ? way : await compare(github, former, main)) ?? {}
    const own = new Set(lay.own)
    if (base !== former || gained === undefined || gained.some((id) => own.has(id)))
      return undefined
    await keepComparison(github, { ...lay, aheadBy: own.size, with: main, head })
    return lay
  }

  return {
    async isAncestor(older, newer) {
      if (older === newer) return true
      const relation = (await known(older, newer)) ?? (await compare(github, older, newer))
      return relation?.base === older
    },
    async mergeBase(one, other) {
      const relation =
        (await known(one, other)) ??
        (await carriedOver(one, other)) ??
        (await compare(github, one, other))
      last.set(other, one)
      return relation?.base
    },
  }
}
