import { quote } from '../../domain/claims/quote.ts'
import { oddCharacter } from '../../domain/odd-character.ts'

/** Asks for the known word; where the written one may look the same, it says by which character it is not. */
export function didYouMean(written: string, meant: string, what = ''): string {
  const question = `did you mean ${what}${quote(meant)}?`
  const odd = oddCharacter(written)
  return odd === undefined ? question : `${question} ${odd} is no letter of it`
}
