import { printable } from '../../lib/domain/printable.ts'
import { type Invocation, UsageError } from './command.ts'

const formats = ['text', 'json', 'markdown', 'github', 'sarif', 'junit'] as const

/** How a summary is written. */
export type Format = (typeof formats)[number]

/** The wanted format, text unless said otherwise. Throws `UsageError` for one that is not there. */
export function formatOf({ options }: Pick<Invocation, 'options'>): Format {
  const wanted = options['format'] ?? 'text'
  const format = formats.find((one) => one === wanted)
  if (format !== undefined) return format
  throw new UsageError(
    `there is no format "${printable(String(wanted))}", only ${formats.slice(0, -1).join(', ')} and ${formats.at(-1)}`,
  )
}
