import { quote } from '../../domain/claims/quote.ts'
import { objectToCidr } from '../../domain/claims/syntax.ts'
import { formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import { clusterConfigRules } from '../../domain/rules/cluster-config-rules.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import { whyNoPool } from '../../domain/vip/pool.ts'
import { type VipConfig, type VipSetting, vipModes } from '../../domain/vip/vip-config.ts'
import { isTemplate, templateHint } from '../yaml/template.ts'

/** What a setting says, or why it cannot be used. */
export interface ParsedSetting {
  readonly value?: Partial<VipConfig>
  readonly problem?: {
    readonly rule: Rule
    /** A clause to stand after the quoted value. */
    readonly message: string
    readonly hint?: string
  }
}

/** The value of a setting, without blanks around it. */
export function parseSetting(name: VipSetting, text: string): ParsedSetting {
  if (/^(?:".*"|'.*')$/.test(text)) {
    const message = 'stands in quotes, which some readers take for a part of the value'
    return wrong(clusterConfigRules.written, message, `write ${name}=${text.slice(1, -1)}`)
  }
  switch (name) {
    case 'LB_BLOCK_MODE':
      return parseMode(text)
    case 'VIP_POOL_CIDR':
      return parsePool(text)
    case 'LB_BLOCK_REQUIRE_OPT_IN':
      return parseOptIn(text)
  }
}

function wrong(rule: Rule, message: string, hint?: string): ParsedSetting {
  return { problem: { rule, message, ...(hint === undefined ? {} : { hint }) } }
}

function parseMode(text: string): ParsedSetting {
  const mode = vipModes.find((one) => one === text)
  if (mode !== undefined) return { value: { mode } }
  const near = vipModes.find((one) => one === text.toLowerCase() || text.startsWith(one))
  const hint = near === undefined ? leaveOut(text, 'observe') : `write LB_BLOCK_MODE=${near}`
  return wrong(clusterConfigRules.mode, noneOf(text, vipModes), hintFor(text, hint))
}

function parseOptIn(text: string): ParsedSetting {
  if (text === 'true' || text === 'false') return { value: { requireOptIn: text === 'true' } }
  const near = ['true', 'false'].find((one) => one === text.toLowerCase())
  const hint =
    near === undefined ? leaveOut(text, 'false') : `write LB_BLOCK_REQUIRE_OPT_IN=${near}`
  return wrong(clusterConfigRules.optIn, noneOf(text, ['true', 'false']), hintFor(text, hint))
}

function parsePool(text: string): ParsedSetting {
  const cidr = parseCidr(text)
  if (cidr === undefined) {
    const { why, hint } = text === '' ? emptyPool : (objectToCidr(text) ?? emptyPool)
    return wrong(clusterConfigRules.pool, why, hintFor(text, hint))
  }
  const why = whyNoPool(cidr)
  if (why !== undefined) return wrong(clusterConfigRules.pool, why)
  return { value: { poolCidr: formatCidr(cidr) } }
}

const emptyPool = {
  why: 'is empty',
  hint: 'write a CIDR, or leave the line out, which means 10.242.0.0/24',
}

function noneOf(text: string, values: readonly string[]): string {
  const wanted = values.map(quote).join(', ')
  return text === '' ? `is empty, and none of ${wanted}` : `is none of ${wanted}`
}

function leaveOut(text: string, meaning: string): string | undefined {
  return text === '' ? `write one, or leave the line out, which means ${meaning}` : undefined
}

function hintFor(text: string, hint: string | undefined): string | undefined {
  if (isTemplate(text)) return templateHint
  return text.includes('#') ? 'a comment stands on a line of its own' : hint
}
