import { type Invocation, UsageError } from './command.ts'

/** Whether JSON is wanted of a command that has text and JSON alone. Throws `UsageError` for anything else. */
export function isJson({ options }: Pick<Invocation, 'options'>, command: string): boolean {
  const format = options['format'] ?? 'text'
  if (format !== 'text' && format !== 'json')
    throw new UsageError(`${command} has the formats text and json only`)
  return format === 'json'
}
