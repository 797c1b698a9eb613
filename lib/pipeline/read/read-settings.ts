import type * as z from 'zod'
import { quote } from '../../domain/claims/quote.ts'
import type { Document } from '../../domain/document.ts'
import type { Finding, Place } from '../../domain/finding.ts'
import { compareVersions } from '../../domain/rules/kube-ovn-version.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { settingRules } from '../../domain/rules/setting-rules.ts'
import { defaultSettings, type Settings } from '../../domain/settings.ts'
import { SettingsFile } from '../../domain/settings-file.ts'
import { settingsOf } from '../../domain/settings-of.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import { usableFields } from './fields.ts'
import { inspect } from './inspect.ts'
import type { Part } from './part.ts'

/** Reads `netclaim.yaml`; the defaults stand for what is missing or cannot be used. */
export function readSettings({ sources, readable }: Part): {
  readonly value: Settings
  /** Where the engine is named. */
  readonly engineAt?: Place
  /** Where the target is named. */
  readonly targetAt?: Place
  readonly readable: boolean
  readonly findings: readonly Finding[]
} {
  const [source] = sources
  if (source === undefined) return { value: defaultSettings, readable, findings: [] }
  const read = readDocuments(source.file, source.text)
  const findings = [...read.findings]
  const [document, second] = read.value
  if (second !== undefined) {
    const message = 'netclaim.yaml holds more than one document'
    findings.push(breach(placementRules.duplicate, message, { at: second.at }))
  }
  if (document === undefined) return { value: defaultSettings, readable: read.readable, findings }
  const { findings: found, bad } = inspect(SettingsFile, { document })
  findings.push(...found)
  const { fields } = usableFields(SettingsFile, document.value, bad, [])
  findings.push(...shadowed(fields, document), ...tooOld(fields, document))
  const fine = readable && !findings.some((finding) => finding.severity === 'error')
  const value = settingsOf(fields)
  const engineAt = value.engine === undefined ? {} : { engineAt: document.place(['engine']) }
  const targetAt = fields.target === undefined ? {} : { targetAt: document.place(['target']) }
  return { value, ...engineAt, ...targetAt, readable: fine, findings }
}

function tooOld(
  { kubeOvnVersion }: Partial<z.output<typeof SettingsFile>>,
  document: Document,
): readonly Finding[] {
  if (kubeOvnVersion === undefined || compareVersions(kubeOvnVersion, '1.13') >= 0) return []
  const message = `kubeOvnVersion ${quote(kubeOvnVersion)} is older than 1.13, the first that is supported`
  const at = document.place(['kubeOvnVersion'])
  const spot = { at, field: 'kubeOvnVersion', value: kubeOvnVersion }
  return [breach(settingRules.kubeOvnVersion, message, spot)]
}

/** Whoever else applies would not know of the shadow. */
function shadowed(
  { mode, appliedBy = defaultSettings.appliedBy }: Partial<z.output<typeof SettingsFile>>,
  document: Document,
): readonly Finding[] {
  if (mode !== 'shadow' || appliedBy === 'netclaim') return []
  const message = `mode "shadow" is for what netclaim sync applies, and appliedBy is "${appliedBy}", which applies the state branch whatever it says`
  const hint = 'write appliedBy: netclaim, and stop what reads the branch'
  const spot = { at: document.place(['mode']), field: 'mode', value: 'shadow' }
  return [breach(settingRules.shadowApplier, message, { ...spot, hint })]
}
