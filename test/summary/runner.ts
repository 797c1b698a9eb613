/** A command as GitHub's runner reads it. */
export interface Obeyed {
  readonly command: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

/**
 * What the runner obeys in a log: a port of `ActionCommand.TryParseV2` and, where that finds nothing, of the older
 * `TryParse` (actions/runner, src/Runner.Common/ActionCommand.cs), for any command at all.
 */
export function obeyed(log: string): readonly Obeyed[] {
  return log.split(/\r\n|\n|\r/).flatMap((line) => parseV2(line) ?? parseV1(line) ?? [])
}

function parseV2(line: string): Obeyed | undefined {
  const message = line.trimStart()
  const end = message.indexOf('::', 2)
  if (!message.startsWith('::') || end < 0) return undefined
  const [command = '', ...rest] = message.slice(2, end).split(' ')
  return {
    command,
    properties: propertiesOf(rest.join(' ').trim().split(','), unescapeProperty),
    data: unescapeData(message.slice(end + 2)),
  }
}

function parseV1(line: string): Obeyed | undefined {
  const start = line.indexOf('##[')
  const end = line.indexOf(']', start)
  if (start < 0 || end < 0) return undefined
  const [command = '', ...rest] = line.slice(start + 3, end).split(' ')
  return {
    command,
    properties: propertiesOf(rest.join(' ').split(';'), (text) => text),
    data: line.slice(end + 1),
  }
}

function propertiesOf(pairs: readonly string[], unescape: (text: string) => string) {
  return Object.fromEntries(
    pairs
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [name, unescape(value.join('='))]
      }),
  )
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
}

function unescapeProperty(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')
}
