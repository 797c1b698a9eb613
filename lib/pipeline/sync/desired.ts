import type * as z from 'zod'
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

/** Which files of a state tree are read, and what may stand in them. */
export interface UnitForm {
  /** Undefined for a path that is not read. */
  readonly unitOf: (path: string) => UnitName | undefined
  /** The object that a document is, or why it is none that Netclaim renders. */
  readonly read: (value: unknown, unit: UnitName) => KubeObject | string
}

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
  return unitsIn(texts, { unitOf, read: readRendered })
}

/** The units of one cluster. */
export function unitsIn(texts: StateTree, form: UnitForm): Desired {
  const drafts = new Map<UnitName, Draft>()
  const seen = new Map<string, DesiredObject>()
  for (const path of [...texts.keys()].toSorted()) {
    const unit = form.unitOf(path)
    if (unit === undefined) continue
    const draft = drafts.get(unit) ?? { objects: [], findings: [] }
    drafts.set(unit, draft)
    if (path.endsWith('/.gitkeep')) continue
    for (const one of readFile(path, texts.get(path) ?? '', { unit, draft, form })) {
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
  readonly form: UnitForm
}

function readFile(
  path: string,
  text: string,
  { unit, draft, form }: Place,
): readonly DesiredObject[] {
  const { value: documents, readable, findings } = readDocuments(path, text)
  if (!readable || !path.endsWith('.yaml')) {
    const why = findings[0]?.message ?? 'its name does not end with ".yaml"'
    const message = `"${printable(path)}" cannot be applied: ${why}`
    draft.findings.push(breach(syncRules.unreadableFile, message, { at: startOf(path) }))
    return []
  }
  return documents.flatMap(({ value, at }) => {
    const object = form.read(value, unit)
    if (typeof object !== 'string')
      return [{ id: idOf(object), unit, path, wave: waveOf(object), object }]
    const message = `"${printable(path)}" is not as Netclaim renders it: ${object}`
    draft.findings.push(breach(syncRules.foreignObject, message, { at }))
    return []
  })
}

function readRendered(value: unknown, unit: UnitName): KubeObject | string {
  const parsed = RenderedObject.safeParse(value)
  if (!parsed.success) return shapeOf(parsed.error)
  return misfitOf(parsed.data, unit) ?? parsed.data
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

/** What is wrong with the shape of an object, a clause. */
export function shapeOf({ issues: [issue] }: z.ZodError): string {
  const field = issue?.path.map(String).join('.') ?? ''
  return `field "${printable(field, 120)}": ${printable(issue?.message ?? '')}`
}

function startOf(file: string) {
  return { file, line: 1, column: 1 }
}

function inOrder({ objects, findings }: Draft): Draft {
  return { objects: objects.toSorted((a, b) => a.wave - b.wave), findings }
}
