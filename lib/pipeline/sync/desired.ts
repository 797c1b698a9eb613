import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import type { StateTree } from '../report.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import { misfitOf } from './misfit.ts'
import { RenderedObject, waveOf } from './rendered-object.ts'
import { kindName } from './sync-kinds.ts'
import { syncRules } from './sync-rules.ts'
import { type UnitName, unitOf } from './units.ts'

/** One object that a state commit wants in the cluster. */
export interface DesiredObject {
  /** `OvnEip photon-prod-web`. */
  readonly id: string
  readonly unit: UnitName
  readonly wave: number
  /** The file that it stands in. */
  readonly path: string
  readonly object: KubeObject
}

/** What stands or falls together: the platform, or one environment. */
export interface Unit {
  readonly name: UnitName
  /** By wave, then as they stand in their files. */
  readonly objects: readonly DesiredObject[]
  /** Not to be applied, nor anything of it removed, where this holds an error. */
  readonly findings: readonly Finding[]
}

/** Units by name. */
export type Desired = ReadonlyMap<UnitName, Unit>

/** What a state tree wants in the management cluster. A strange object is a finding of its unit, and of no other. */
export function desiredOf(texts: StateTree): Desired {
  const drafts = new Map<UnitName, Draft>()
  const seen = new Map<string, DesiredObject>()
  for (const path of [...texts.keys()].toSorted()) {
    const unit = unitOf(path)
    if (unit === undefined) continue
    const draft = drafts.get(unit) ?? { objects: [], findings: [] }
    drafts.set(unit, draft)
    if (path.endsWith('/.gitkeep')) continue
    for (const one of readFile(path, texts.get(path) ?? '', { unit, draft })) {
      const first = seen.get(one.id)
      seen.set(one.id, one)
      draft.objects.push(one)
      if (first !== undefined) noteDouble(drafts, first, one)
    }
  }
  return new Map([...drafts].map(([name, draft]) => [name, { name, ...inOrder(draft) }]))
}

interface Draft {
  readonly objects: DesiredObject[]
  readonly findings: Finding[]
}

interface Place {
  readonly unit: UnitName
  readonly draft: Draft
}

function readFile(path: string, text: string, { unit, draft }: Place): readonly DesiredObject[] {
  const { value: documents, readable, findings } = readDocuments(path, text)
  if (!readable || !path.endsWith('.yaml')) {
    const why = findings[0]?.message ?? 'its name does not end with ".yaml"'
    const message = `"${printable(path)}" cannot be applied: ${why}`
    draft.findings.push(breach(syncRules.unreadableFile, message, { at: startOf(path) }))
    return []
  }
  return documents.flatMap(({ value, at }) => {
    const parsed = RenderedObject.safeParse(value)
    const problem = parsed.success ? misfitOf(parsed.data, unit) : shapeOf(parsed.error.issues[0])
    if (problem !== undefined || !parsed.success) {
      const message = `"${printable(path)}" is not as Netclaim renders it: ${problem ?? ''}`
      draft.findings.push(breach(syncRules.foreignObject, message, { at }))
      return []
    }
    return [{ id: idOf(parsed.data), unit, path, wave: waveOf(parsed.data), object: parsed.data }]
  })
}

/** `OvnEip photon-prod-web`, `NetworkAttachmentDefinition photon-prod/net`. */
export function idOf(object: KubeObject): string {
  const { name, namespace } = object.metadata
  return `${kindName(object)} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

function noteDouble(
  drafts: ReadonlyMap<UnitName, Draft>,
  first: DesiredObject,
  again: DesiredObject,
): void {
  const message = `${first.id} is in "${printable(first.path)}" and in "${printable(again.path)}"`
  for (const one of new Set([first.unit, again.unit])) {
    const at = startOf(one === again.unit ? again.path : first.path)
    drafts.get(one)?.findings.push(breach(syncRules.foreignObject, message, { at }))
  }
}

function shapeOf(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const field = issue?.path.map(String).join('.') ?? ''
  return `field "${printable(field, 120)}": ${printable(issue?.message ?? '')}`
}

function startOf(file: string) {
  return { file, line: 1, column: 1 }
}

function inOrder({ objects, findings }: Draft): Draft {
  return { objects: objects.toSorted((a, b) => a.wave - b.wave), findings }
}
