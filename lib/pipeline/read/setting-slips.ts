import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { isNear, plain } from '../../domain/is-near.ts'
import { printable } from '../../domain/printable.ts'
import { clusterConfigRules } from '../../domain/rules/cluster-config-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { type VipSetting, vipSettings } from '../../domain/vip/vip-config.ts'
import type { EnvLine } from './env-lines.ts'

/** Names that belong to VIP blocks alone, as they begin: what else begins so is meant for us. */
const beginnings = ['lbblock', 'vippool']

/** Whether a name is one of our settings, written otherwise, or looks as if it were. */
export function isSlip(name: string): boolean {
  const word = nameIn(name)
  const start = plain(word.slice(0, 60))
  if (beginnings.some((beginning) => start.startsWith(beginning))) return true
  return vipSettings.some((setting) => isNear(word, setting))
}

/** The name in `export NAME`, `NAME: value` and the like. */
function nameIn(text: string): string {
  const [word = ''] = text.replace(/^(?:export|set|declare|env)[ \t]+/, '').split(':')
  return word.trim()
}

/** Says what is meant by a line whose name is a slip. */
export function slipFinding({ name, value, at }: EnvLine): Finding {
  const meant = meantBy(nameIn(name))
  const message = `${quote(name.trim())} is ${whatIsWrong(name, value, meant)}`
  return breach(clusterConfigRules.written, message, {
    at,
    field: meant ?? printable(nameIn(name), 60),
    ...(value === undefined ? {} : { value: printable(value.trim()) }),
    hint:
      meant === undefined
        ? `known are ${vipSettings.join(', ')}`
        : `write ${meant}=${printable(value?.trim() ?? '…')}`,
  })
}

function meantBy(word: string): VipSetting | undefined {
  return (
    vipSettings.find((setting) => isNear(word, setting)) ??
    vipSettings.find((setting) => plain(word.slice(0, 60)).startsWith(plain(setting)))
  )
}

function whatIsWrong(name: string, value: string | undefined, meant?: VipSetting): string {
  if (meant === undefined) return 'no setting of VIP blocks'
  if (nameIn(name) === meant && value === undefined) return `no line like ${meant}=value`
  return nameIn(name) === meant ? `${meant} with something around it` : `not ${meant}`
}
