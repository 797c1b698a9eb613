import { readStateAt } from '../../lib/adapters/git/read-tree.ts'
import { environmentOf } from '../../lib/domain/ledger/holder-name.ts'
import { claimsNamed } from '../../lib/pipeline/history/claims-named.ts'
import type { NamedClaim, Question } from '../../lib/pipeline/history/question.ts'
import { ledgersAt } from './ledgers-at.ts'
import type { History } from './open-history.ts'

/** Claims that are told where a name is that of several. */
const SHOWN = 10

/** The claim that alone has the name, in whatever environment; or why it is not clear which one is meant, a clause. */
export async function claimNamed(
  { repo, tip }: Pick<History, 'repo' | 'tip'>,
  named: NamedClaim,
): Promise<Question | string> {
  const { name, kind } = named
  const paths = await ledgersAt(repo, tip)
  const claims = claimsNamed(
    named,
    paths.length === 0 ? new Map() : await readStateAt(repo, tip, paths),
  )
  const [namespace, ...others] = new Set(claims.flatMap((one) => environmentOf(one) ?? []))
  if (namespace === undefined)
    return 'is the name of no claim; one that is gone is asked for with its environment, as "example/web"'
  if (others.length > 0) {
    const more = claims.length > SHOWN ? ` and ${claims.length - SHOWN} more` : ''
    return `is the name of several claims: ${claims.slice(0, SHOWN).join(', ')}${more}`
  }
  const text = `${kind === undefined ? '' : `${kind} `}${namespace}/${name}`
  return { about: 'claim', text, namespace, name, ...(kind === undefined ? {} : { kind }) }
}
