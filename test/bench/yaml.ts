import { deepStrictEqual } from 'node:assert'
import { dump, load } from 'js-yaml'
import { LineCounter, parse, parseDocument, stringify } from 'yaml'
import { emit, type Json } from '../../lib/domain/emit.ts'
import { readDocuments } from '../../lib/pipeline/yaml/read-documents.ts'
import { medianMs } from './measure.ts'
import type { Row } from './row.ts'

const COUNT = 10_000

/**
 * Reading 10,000 claim files and writing 10,000 manifests, against `yaml` and js-yaml.
 * What is read and what is written is compared for equality before anything is timed.
 */
export function yamlBench(): readonly Row[] {
  const claims = Array.from({ length: COUNT }, (_, nth) => claimText(nth))
  const manifests = Array.from({ length: COUNT }, (_, nth) => manifest(nth))
  for (const text of claims.slice(0, 500)) deepStrictEqual(readOurs(text), parse(text))
  for (const value of manifests.slice(0, 500)) {
    deepStrictEqual(parse(emit(value)), value)
    deepStrictEqual(load(emit(value)), parse(stringify(value)))
  }

  const read = medianMs(() => claims.forEach(readOurs))
  const write = medianMs(() => manifests.forEach(emit))
  return [
    row(
      'read 10,000 claim files, peer yaml',
      read,
      medianMs(() => claims.forEach(readPeer)),
      4,
    ),
    row(
      'read 10,000 claim files, peer js-yaml',
      read,
      medianMs(() => claims.forEach((text) => load(text))),
    ),
    row(
      'write 10,000 manifests, peer yaml',
      write,
      medianMs(() => manifests.forEach((value) => stringify(value))),
      10,
    ),
    row(
      'write 10,000 manifests, peer js-yaml',
      write,
      medianMs(() => manifests.forEach((value) => dump(value))),
    ),
  ]
}

function row(name: string, ours: number, peer: number, times?: number): Row {
  const ratio = peer / ours
  const measured = { name, ours, peer, unit: 'ms', ratio }
  return times === undefined ? measured : { ...measured, goal: `>= ${times}x`, met: ratio >= times }
}

function readOurs(text: string): unknown {
  return readDocuments('claim.yaml', text).value[0]?.value
}

/** What it takes to have values and places from the library. */
function readPeer(text: string): unknown {
  return parseDocument(text, { lineCounter: new LineCounter(), prettyErrors: false }).toJS()
}

function claimText(nth: number): string {
  const head = `# claim ${nth}\napiVersion: network.kmetal.io/v1alpha1\n`
  const meta = `metadata:\n  name: claim-${nth}\n  namespace: photon-${nth % 97}\n`
  const third = (nth >> 8) & 255
  if (nth % 2 === 0)
    return `${head}kind: EipClaim\n${meta}spec:\n  type: nat\n  v4Ip: 198.51.${third}.${nth & 255} # asked for\n`
  const block = `10.${(nth >> 4) & 255}.${third}`
  return `${head}kind: SubnetClaim\n${meta}spec:\n  cidrBlock: ${block}.0/24\n  gateway: ${block}.1\n  protocol: IPv4\n  excludeIps:\n    - ${block}.1\n    - ${block}.10..${block}.19\n  enableSnatRule: true\n`
}

function manifest(nth: number): Json {
  const block = `10.${(nth >> 8) & 255}.${nth & 255}`
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: {
      name: `photon-${nth % 97}-claim-${nth}`,
      labels: {
        'app.kubernetes.io/managed-by': 'netclaim',
        'netclaim.dev/environment': `photon-${nth % 97}`,
      },
      annotations: {
        'netclaim.dev/claim': `SubnetClaim/claim-${nth}`,
        'netclaim.dev/source': `environments/photon-${nth % 97}/claims.yaml`,
      },
    },
    spec: {
      vpc: `photon-${nth % 97}`,
      cidrBlock: `${block}.0/24`,
      gateway: `${block}.1`,
      protocol: 'IPv4',
      excludeIps: [`${block}.1`, `${block}.10..${block}.19`],
      namespaces: [`photon-${nth % 97}`],
      enableDHCP: false,
      natOutgoing: false,
      private: true,
      mtu: 1400,
      acls: [
        {
          action: 'drop',
          direction: 'from-lport',
          match: 'ip4.dst == 172.16.0.0/16',
          priority: 2000,
        },
      ],
    },
  }
}
