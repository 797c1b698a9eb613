import { readStateAt } from '../../lib/adapters/git/read-tree.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { type LedgerRow, ledgerRows } from '../../lib/pipeline/export/ledger-rows.ts'
import { formerPlatform, noPlatform } from '../../lib/pipeline/plan/platform-step.ts'
import { readState } from '../../lib/pipeline/state/read-state.ts'
import { platformPath, statePath } from '../../lib/pipeline/state/state-paths.ts'
import {
  exportCsv,
  exportJson,
  netboxAddresses,
  netboxPrefixes,
} from '../../lib/summary/export-text.ts'
import { type Command, type ExitCode, UsageError } from './command.ts'
import { historyOf, historyOptions } from './history-options.ts'
import { progressOn } from './progress.ts'
import { wordOf } from './word-of.ts'

/** What is written, by the name of its format. */
const formats: Readonly<
  Record<
    string,
    (rows: Iterable<LedgerRow>, of: { state: string; source: string }) => Iterable<string>
  >
> = {
  json: exportJson,
  csv: exportCsv,
  netbox: netboxAddresses,
  'netbox-prefixes': netboxPrefixes,
}

/** `netclaim export`: the whole ledger, for other tools. */
export const exportCommand: Command = {
  usage: 'export [--format FORMAT] [--repo DIR] [--at TIME|REV]',
  about:
    'Writes the whole ledger: every claim with its addresses, subnets and VIP blocks, sorted, the same bytes for the same state. netbox and netbox-prefixes are what NetBox imports, addresses and prefixes. A cell of CSV that a spreadsheet would take for a formula begins with an apostrophe. Only Git is asked.',
  options: {
    ...historyOptions,
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      about: 'json (default), csv, netbox (its addresses) or netbox-prefixes',
    },
    quiet: { type: 'boolean', about: 'no progress on stderr' },
  },
  operands: { min: 0, max: 0 },
  example: 'netclaim export --format netbox --at 2026-03-01',
  async run(invocation): Promise<ExitCode> {
    const { options, terminal } = invocation
    const name = wordOf(invocation, 'format') ?? 'json'
    const write = Object.hasOwn(formats, name) ? formats[name] : undefined
    if (write === undefined) {
      const known = Object.keys(formats).join(', ')
      throw new UsageError(`export knows no format "${printable(name)}", but ${known}`)
    }
    const progress = progressOn(terminal, options['quiet'] === true)
    progress.step('reading the state')
    const { repo, tip } = await historyOf(invocation)
    const files = await readStateAt(repo, tip, [statePath, platformPath, 'allocations/'])
    const { value: state, findings } = readState(files, 'whole')
    const [damage] = findings
    if (damage !== undefined)
      throw new OutsideError(`${damage.message}: ${damage.hint ?? ''}`, {
        system: 'git',
        retryable: false,
      })
    progress.done()
    const rows = ledgerRows(state, formerPlatform(state) ?? noPlatform)
    for (const text of inPieces(write(rows, { state: tip, source: state.source ?? '' })))
      terminal.out(text)
    return 0
  },
}

/** Characters that go out at once. */
const PIECE = 64_000

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = ''
  for (const line of lines) {
    piece += line
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
