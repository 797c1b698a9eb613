import { parseArgs } from 'node:util'
import { printable } from '../../lib/domain/printable.ts'
import { type Command, type Invocation, type Option, UsageError } from './command.ts'
import { didYouMean } from './nearest.ts'

type Parsed = Pick<Invocation, 'options' | 'operands'>

/** Holds what was typed to the command's options and operands. Throws `UsageError`. */
export function parseArguments(
  command: Pick<Command, 'usage' | 'options' | 'operands'>,
  args: readonly string[],
): Parsed {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, option]) => [name, { type: option.type }]),
    ),
    strict: false,
    tokens: true,
  })
  const options: Record<string, string | boolean> = {}
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const option = optionOf(command, token.rawName)
    if (token.name in options) throw new UsageError(`${token.rawName} is given twice`)
    options[token.name] = valueOf(option, token)
  }
  checkCount(command, operands)
  return { options, operands }
}

function optionOf(command: Pick<Command, 'options'>, rawName: string): Option {
  const option = rawName.startsWith('--') ? command.options[rawName.slice(2)] : undefined
  if (option !== undefined && Object.hasOwn(command.options, rawName.slice(2))) return option
  const known = Object.keys(command.options).map((name) => `--${name}`)
  throw new UsageError(`unknown option "${printable(rawName)}"${didYouMean(rawName, known)}`)
}

function valueOf(
  option: Option,
  token: { readonly rawName: string; readonly value?: unknown; readonly inlineValue?: unknown },
): string | boolean {
  if (option.type === 'boolean') {
    if (token.value === undefined) return true
    throw new UsageError(`${token.rawName} takes no value`)
  }
  const value = typeof token.value === 'string' ? token.value : ''
  const looksLikeOption = token.inlineValue !== true && value.startsWith('-')
  if (value !== '' && !looksLikeOption) return value
  throw new UsageError(`${token.rawName} needs a value, ${token.rawName} ${option.placeholder}`)
}

function checkCount(
  { usage, operands: { min, max } }: Pick<Command, 'usage' | 'operands'>,
  given: string[],
): void {
  const tooMuch = given[max]
  if (tooMuch !== undefined) throw new UsageError(`"${printable(tooMuch)}" is one word too many`)
  if (given.length < min) throw new UsageError(`a word is missing: netclaim ${usage}`)
}
