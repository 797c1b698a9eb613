import { type NetworkingText, platformOf } from '../../domain/claims/platform-of.ts'
import type { Document } from '../../domain/document.ts'
import type { Facts } from '../../domain/facts.ts'
import type { Finding } from '../../domain/finding.ts'
import { platformText } from '../../domain/ledger/platform-text.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Platform, PlatformInput } from '../../domain/platform.ts'
import { checkPlatform } from '../../domain/rules/platform-checks.ts'
import { breach } from '../../domain/rules/rule.ts'
import { platformSpot } from '../../domain/rules/spot.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { same } from '../../domain/same.ts'
import type { Settings } from '../../domain/settings.ts'
import { checkPlatformChange } from './platform-change.ts'

/** A platform that declares nothing. */
export const noPlatform: Platform = { networks: [], pools: [], blocked: [] }

/** The platform that a plan goes by. */
export interface Adopted {
  readonly platform: Platform
  readonly findings: readonly Finding[]
  /** Whether it may be rendered: nothing that a controller would refuse ever is. */
  readonly sound: boolean
  /** Whether it is another one than before. */
  readonly changed: boolean
}

/** What is asked before a platform is adopted. */
export interface PlatformRequest {
  readonly input: PlatformInput | undefined
  /** The KMetal object of the tree before, for its place. */
  readonly former?: PlatformInput | undefined
  readonly state: State
  readonly settings: Settings
  readonly facts: Facts
}

/**
 * Takes the platform of the tree unless it brings a fault that the last good one had not: then that one stays, and
 * claims go on with it. Where there is none yet, what the tree says is used and nothing of it is rendered.
 */
export function adoptPlatform({ input, former, state, settings, facts }: PlatformRequest): Adopted {
  const before = formerPlatform(state)
  if (input === undefined) return adoptNothing(before, former)
  const context = { settings, facts }
  const findings = checkPlatform(input, context)
  const text = platformText(input.platform)
  const isSame = before !== undefined && same(text, state.platform)
  if (before === undefined || isSame) {
    return { platform: input.platform, findings, sound: isSound(findings), changed: !isSame }
  }
  const known = new Set(checkPlatform({ document: placeless(state) }, context).map(faultOf))
  const changes = checkPlatformChange({ before, after: input, state, facts })
  const all = [...findings, ...changes]
  const brings = all.some((one) => one.severity === 'error' && !known.has(faultOf(one)))
  if (brings) return { platform: before, findings: all, sound: false, changed: false }
  return { platform: input.platform, findings: all, sound: isSound(all), changed: true }
}

/** The last good platform; undefined where there never was one. */
export function formerPlatform(state: State): Platform | undefined {
  return state.platform === undefined ? undefined : platformOf(state.platform as NetworkingText)
}

/** A KMetal object that is gone takes nothing away: pools in use are not lost by deleting a file. */
function adoptNothing(before: Platform | undefined, former: PlatformInput | undefined): Adopted {
  const message = 'there is no KMetal object any more: the platform stays as it was'
  const spot = former === undefined ? {} : platformSpot(former.document, [])
  const at = former === undefined ? {} : { at: former.document.at }
  const finding = breach(supplyRules.platformMissing, message, { ...spot, ...at })
  const findings = before === undefined ? [] : [finding]
  return {
    platform: before ?? noPlatform,
    findings,
    sound: before !== undefined,
    changed: false,
  }
}

function isSound(findings: readonly Finding[]): boolean {
  return findings.every((finding) => finding.severity !== 'error')
}

/** What makes two findings the same fault, wherever they stand. */
function faultOf(finding: Finding): string {
  return `${finding.rule} ${finding.message}`
}

/** The former platform as a document, for rules that look at documents; its places mean nothing. */
function placeless(state: State): Document {
  const at = { file: 'platform/kmetal.yaml', line: 1, column: 1 }
  return {
    file: at.file,
    at,
    value: { spec: { networking: state.platform } },
    place: () => at,
    source: () => undefined,
  }
}
