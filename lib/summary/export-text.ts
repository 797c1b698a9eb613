import type { LedgerRow } from '../pipeline/export/ledger-rows.ts'
import { csvLine } from './csv.ts'
import { jsonText } from './json-text.ts'

/** A piece of text a row, so that no more than one is ever held. */
type Lines = Generator<string>

const columns = ['environment', 'kind', 'claim', 'phase', 'is', 'value', 'pool', 'origin'] as const

/** All rows as CSV, with a head. */
export function* exportCsv(rows: Iterable<LedgerRow>): Lines {
  yield csvLine(columns)
  for (const row of rows) yield csvLine(columns.map((column) => row[column]))
}

/** All rows as one JSON object, version 1; `state` is the state commit, `source` the commit of main. */
export function* exportJson(
  rows: Iterable<LedgerRow>,
  { state, source }: { readonly state: string; readonly source: string },
): Lines {
  const head = jsonText({ version: 1, state, source }).trimEnd()
  yield `${head.slice(0, -2)},\n  "ledger": [`
  let before = '\n'
  for (const row of rows) {
    const { environment, kind, claim, phase, is, value, pool, origin } = row
    const text = jsonText({ environment, kind, claim, phase, is, value, pool, origin })
    yield `${before}${text.trimEnd().replace(/^/gm, '    ')}`
    before = ',\n'
  }
  yield '\n  ]\n}\n'
}

/** The addresses as NetBox imports them (IPAM, IP addresses, import). What has none is left out. */
export function* netboxAddresses(rows: Iterable<LedgerRow>): Lines {
  yield csvLine(['address', 'status', 'role', 'description'])
  for (const row of rows) {
    const { is, value = '', prefix, kind } = row
    if (is !== 'address') continue
    const whole = value.includes(':') ? 128 : 32
    const address = `${value}/${prefix ?? whole}`
    yield csvLine([address, statusOf(row), kind === 'Cluster' ? 'vip' : '', describe(row)])
  }
}

/** The subnets and VIP blocks as NetBox imports them (IPAM, prefixes, import); `vrf` is the environment, each VPC by itself. */
export function* netboxPrefixes(rows: Iterable<LedgerRow>): Lines {
  yield csvLine(['prefix', 'status', 'vrf', 'description'])
  for (const row of rows) {
    if (row.is !== 'subnet' && row.is !== 'vip-block') continue
    yield csvLine([row.value, statusOf(row), row.environment, describe(row)])
  }
}

/** In NetBox's words: what is on its way out is deprecated, what rests reserved. */
function statusOf({ phase }: LedgerRow): string {
  if (phase === 'held') return 'active'
  return phase === 'resting' ? 'reserved' : 'deprecated'
}

function describe({ kind, environment, claim }: LedgerRow): string {
  return `${kind} ${environment}/${claim}`
}
