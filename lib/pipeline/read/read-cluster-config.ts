import { quote } from '../../domain/claims/quote.ts'
import type { Finding, Place } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { clusterConfigRules } from '../../domain/rules/cluster-config-rules.ts'
import { fieldRules } from '../../domain/rules/field-rules.ts'
import { listed } from '../../domain/rules/listed.ts'
import { breach, type Rule } from '../../domain/rules/rule.ts'
import {
  defaultVipConfig,
  type VipConfig,
  type VipInput,
  type VipSetting,
  vipSettings,
  type Written,
} from '../../domain/vip/vip-config.ts'
import { parseSetting } from './cluster-config-values.ts'
import { type EnvLine, envLines } from './env-lines.ts'
import { MAX_FAULTS } from './limits.ts'
import type { Part } from './part.ts'
import { isSlip, slipFinding } from './setting-slips.ts'

/**
 * Reads `platform/cluster-config.env`; the defaults stand for what is missing or cannot be used. A real one holds many
 * variables of the platform, of which only a slip for one of ours is a fault.
 */
export function readClusterConfig({ sources, readable }: Part): {
  /** Absent where there is no such file. */
  readonly value?: VipInput
  readonly readable: boolean
  readonly findings: readonly Finding[]
} {
  const [source] = sources
  if (source === undefined) return { readable, findings: [] }
  const reading: Reading = { written: new Map(), twice: new Set(), others: [], findings: [] }
  for (const line of envLines(source.file, source.text)) readLine(reading, line)
  const { written, twice, others, findings } = reading
  let config: VipConfig = defaultVipConfig
  for (const [name, { at, text }] of written) {
    const { value, problem } = parseSetting(name, text)
    if (problem !== undefined) findings.push(settingFinding(name, { at, text }, problem))
    if (!twice.has(name)) config = { ...config, ...value }
  }
  const at = { file: source.file, line: 1, column: 1 }
  if (others.length > 0) findings.push(othersFinding(others, at))
  const value = { config, written: Object.fromEntries(written), at }
  const faultless = findings.every(({ severity }) => severity !== 'error')
  return { value, readable: readable && faultless, findings: few(findings, at) }
}

interface Reading {
  readonly written: Map<VipSetting, Written>
  readonly twice: Set<VipSetting>
  /** Names of the platform's other variables, in the order of the file. */
  readonly others: string[]
  readonly findings: Finding[]
}

function readLine(reading: Reading, line: EnvLine): void {
  const { name, value, at } = line
  const setting = vipSettings.find((one) => one === name)
  if (setting !== undefined && value !== undefined) readSetting(reading, setting, line)
  else if (isSlip(name)) reading.findings.push(slipFinding(line))
  else if (value === undefined || name === '') reading.findings.push(oddFinding(name, at))
  else reading.others.push(name)
}

function readSetting({ written, twice, findings }: Reading, name: VipSetting, line: EnvLine): void {
  const { value = '', valueAt: at } = line
  const text = value.trim()
  const first = written.get(name)
  if (first !== undefined) {
    twice.add(name)
    findings.push({
      ...settingFinding(name, { at, text }, { rule: clusterConfigRules.twice, message: again }),
      related: [{ at: first.at, message: `${name} is ${quote(first.text)} here` }],
    })
    return
  }
  written.set(name, { at, text })
  if (text === value) return
  const message = 'has blanks around it, which are dropped'
  const hint = `write ${name}=${printable(text)}`
  findings.push(
    settingFinding(name, { at, text }, { rule: clusterConfigRules.blank, message, hint }),
  )
}

const again = 'is a second value, neither of the two is used'

interface Problem {
  readonly rule: Rule
  /** A clause to stand after the quoted value. */
  readonly message: string
  readonly hint?: string
}

function settingFinding(name: VipSetting, { at, text }: Written, problem: Problem): Finding {
  const { rule, message, hint } = problem
  return breach(rule, `${name} ${quote(text)} ${message}`, {
    at,
    field: name,
    value: printable(text),
    ...(hint === undefined ? {} : { hint }),
  })
}

function oddFinding(line: string, at: Place): Finding {
  const message = `the line ${quote(line)} is neither NAME=value nor a comment`
  return breach(clusterConfigRules.oddLine, message, { at, value: printable(line) })
}

function othersFinding(names: readonly string[], at: Place): Finding {
  const message = `${names.length} other variable${names.length === 1 ? '' : 's'} of the platform ${names.length === 1 ? 'is' : 'are'} not read: ${listed(names)}`
  return breach(clusterConfigRules.others, message, { at })
}

function few(findings: readonly Finding[], at: Place): readonly Finding[] {
  if (findings.length <= MAX_FAULTS) return findings
  const message = `the file has ${findings.length - MAX_FAULTS} further faults`
  return [...findings.slice(0, MAX_FAULTS), breach(fieldRules.more, message, { at })]
}
