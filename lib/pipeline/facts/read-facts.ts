import { type Facts, noFacts } from '../../domain/facts.ts'
import type { Checked, Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { supplyRules } from '../../domain/rules/supply-rules.ts'
import { fastReadLong } from '../yaml/fast-read.ts'
import { mergeFacts } from './canonical.ts'
import { factsFromObserved } from './facts-from-objects.ts'
import { factsMalformed, factsUnreadable } from './facts-rules.ts'
import { foreignFacts } from './foreign-facts.ts'
import type { Observed } from './observed.ts'
import { isOwnForm, parseOwnForm } from './own-form.ts'
import { readYaml } from './read-yaml.ts'

/** UTF-16 units of one YAML file, some thousand objects; as JSON ten times as many are read. */
const MAX_YAML = 16 * 1024 * 1024
const MAX_JSON = 160 * 1024 * 1024
/** Warnings that are told; a hostile file could cause one an object. */
const MAX_FINDINGS = 100

/**
 * The facts in files: Kubernetes objects as `kubectl get -o yaml` (or json) prints them, a List or
 * many documents, or facts in our own form. What cannot be used is a warning with its file, and so is
 * what a cluster tells that was given up: by its uid in `gone`, the whole file says nothing.
 */
export function readFacts(
  files: ReadonlyMap<string, string>,
  gone: readonly string[] = [],
): Checked<Facts> {
  const findings: Finding[] = []
  const objects: Observed[] = []
  const sets: Facts[] = []
  for (const [file, text] of files) {
    const { value, findings: more } = readObjects(file, text)
    findings.push(...more)
    if (value.length === 0 && more.length === 0) findings.push(holdsNothing(file))
    const uid = gone.length === 0 ? undefined : uidsIn(value).find((one) => gone.includes(one))
    if (uid !== undefined) {
      findings.push(givenUp(file, uid))
      continue
    }
    for (const one of value) {
      if (!isOwnForm(one.object)) objects.push(one)
      else addOwnForm(one, sets, findings)
    }
  }
  const gathered = factsFromObserved(objects)
  findings.push(...gathered.findings)
  if (objects.length > 0) sets.push(gathered.value)
  const value = sets.length === 0 ? noFacts : mergeFacts(sets)
  return { value, findings: findings.slice(0, MAX_FINDINGS) }
}

/** Files or folders that hold nothing: more likely a command that failed than a cluster without objects. */
export function holdsNothing(file: string): Finding {
  const at = { file, line: 1, column: 1 }
  return breach(factsUnreadable, `"${printable(file)}" holds no objects`, { at })
}

/** Whose facts a file holds: as a rule of one cluster. */
function uidsIn(observed: readonly Observed[]): readonly string[] {
  const own = observed.filter(({ object }) => isOwnForm(object))
  const told = own.map(({ object }) => parseOwnForm(object))
  const plain = factsFromObserved(observed.filter(({ object }) => !isOwnForm(object))).value
  return [...told, plain].flatMap((one) => (typeof one === 'string' ? [] : (one.uid ?? [])))
}

function givenUp(file: string, uid: string): Finding {
  const message = foreignFacts(uid, 'which netclaim recover --cluster-gone gave up')
  const hint = `delete the branch on which that cluster reported, and the key that writes it`
  const at = { file, line: 1, column: 1 }
  const finding = breach(supplyRules.foreignCluster, message, { at, value: uid, hint })
  // Nothing depends on it: those of the next cluster count.
  return { ...finding, severity: 'warning' }
}

function addOwnForm({ object, at }: Observed, sets: Facts[], findings: Finding[]): void {
  const facts = parseOwnForm(object)
  if (typeof facts !== 'string') sets.push(facts)
  else {
    const message = `these facts are not counted: ${printable(facts)}`
    findings.push(breach(factsMalformed, message, at === undefined ? {} : { at }))
  }
}

function readObjects(file: string, text: string): Checked<readonly Observed[]> {
  const start = { file, line: 1, column: 1 }
  if (/^\s*\{/.test(text.slice(0, 1_000)) && text.length <= MAX_JSON) {
    const object = parseJson(text)
    if (object !== undefined) return { value: [{ object, at: start }], findings: [] }
  }
  if (text.length > MAX_YAML) {
    const message = `a file of ${text.length} characters is more YAML than is read as facts`
    const hint = 'kubectl get -o json makes files that are read faster, or make several files'
    return { value: [], findings: [breach(factsUnreadable, message, { at: start, hint })] }
  }
  const fast = fastReadLong(file, text)
  if (fast === undefined) return readYaml(file, text)
  return { value: fast.map(({ value: object, at }) => ({ object, at })), findings: [] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON after all: a flow map of YAML begins the same way.
    return undefined
  }
}
