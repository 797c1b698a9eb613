import { printable } from '../domain/printable.ts'
import { bytesOf, fit } from './fit.ts'
import type { FileDiff } from './manifest-diff.ts'
import { codeSpan, fenced } from './markdown-escape.ts'
import { plural } from './summary.ts'

/** Files up to which the diffs speak for themselves. */
const COUNTED = 10

/** Folded: what changes in the manifests, counted by kind where it is much, and their diffs as far as there is room. */
export function manifestsMarkdown(diffs: readonly FileDiff[], room: number): string {
  if (diffs.length === 0) return ''
  const open = `<details><summary>${plural(diffs.length, 'manifest')} of the state branch</summary>\n\n`
  const close = '\n\n</details>'
  const counts = diffs.length > COUNTED ? `${countsTable(diffs)}\n\n` : ''
  const frame = bytesOf(counts + open + close) + 4
  return `${counts}${open}${fit(diffs, diffItem, room - frame, (left) => `… and ${plural(left, 'more manifest')}`)}${close}`
}

function diffItem({ action, path, lines }: FileDiff): string {
  return `${action} ${codeSpan(path)}\n${fenced(
    lines().map((line) => printable(line, 1_000)),
    'diff',
  )}\n`
}

/** How many of which kind are made, changed and removed: a change of the platform can rewrite every environment. */
function countsTable(diffs: readonly FileDiff[]): string {
  const rows = [...Map.groupBy(diffs, ({ path }) => kindOf(path))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, some]) => {
      const count = (action: FileDiff['action']) =>
        some.filter((one) => one.action === action).length
      return `| ${codeSpan(kind)} | ${count('create')} | ${count('update')} | ${count('delete')} |`
    })
  return [
    '| manifests of | made | changed | removed |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

/** `rendered/environments/photon-prod/eipclaim-web.yaml` → `EipClaim`; the platform's files go by their own kinds. */
function kindOf(path: string): string {
  const file = path.split('/').at(-1) ?? ''
  const [, word = ''] = KIND.exec(file) ?? []
  return kinds[word] ?? 'other'
}

const KIND = /^(provider-network|provider-subnet|[a-z]+)-/

const kinds: Readonly<Record<string, string>> = {
  vpcclaim: 'VpcClaim',
  subnetclaim: 'SubnetClaim',
  eipclaim: 'EipClaim',
  cluster: 'Cluster',
  'provider-network': 'provider network',
  'provider-subnet': 'provider subnet',
  metallb: 'MetalLB pool',
}
