import { isMap, isScalar, LineCounter, type Pair, parseDocument, visit, type YAMLMap } from 'yaml'
import type { Finding, Place } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { setupFileRules } from '../../domain/rules/setup-file-rules.ts'

/** Where in a workflow something stands. */
type PlaceOf = (node: unknown) => Place

/** A text of the event that whoever opens a pull request or an issue can choose, inside a script. */
const INJECTED = /\$\{\{[^}]*\bgithub\s*\.\s*(?:event\b|head_ref\b)[^}]*\}\}/
const RISKY_EVENTS = ['pull_request_target', 'workflow_run']
/** Our own workflows that write the state branch, as `netclaim run` has them. */
const ALLOCATES = /\bnetclaim(?:\.js)?"? (?:run (?:allocate|sweep)|allocate)\b/

/** What a workflow may do that it should not; one that cannot be read is GitHub's to refuse. */
export function judgeWorkflow(file: string, text: string): readonly Finding[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const root: unknown = document.contents
  if (document.errors.length > 0 || !isMap(root)) return []
  const placeOf: PlaceOf = (node) => {
    const range = (node as { readonly range?: readonly number[] } | undefined)?.range
    const { line, col } = lines.linePos(range?.[0] ?? 0)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  return [
    ...judgeTriggers(root, placeOf),
    ...judgeScripts(root, placeOf),
    ...judgeRights(root, placeOf, ALLOCATES.test(text)),
  ]
}

function judgeTriggers(root: YAMLMap, placeOf: PlaceOf): readonly Finding[] {
  const on: unknown = root.get('on', true)
  const names = isMap(on)
    ? on.items.map(({ key }) => key)
    : isScalar(on)
      ? [on]
      : ((on as { items?: unknown[] } | undefined)?.items ?? [])
  return names
    .filter((name) => isScalar(name) && RISKY_EVENTS.includes(String(name.value)))
    .map((name) =>
      breach(
        setupFileRules.workflowTarget,
        `"${String((name as { value: unknown }).value)}" gives a token that can write to what a stranger started`,
        { at: placeOf(name), hint: 'use pull_request: netclaim run needs no more' },
      ),
    )
}

function judgeScripts(root: YAMLMap, placeOf: PlaceOf): readonly Finding[] {
  const findings: Finding[] = []
  visit(root, {
    Pair(_, { key, value }: Pair) {
      if (!isScalar(key) || key.value !== 'run' || !isScalar(value)) return
      const found = INJECTED.exec(String(value.value))?.[0]
      if (found === undefined) return
      findings.push(
        breach(setupFileRules.workflowInjection, `"${printable(found)}" stands in a script`, {
          at: placeOf(value),
          hint: 'give it to the step by env, and use "$NAME" in the script',
        }),
      )
    },
  })
  return findings
}

function judgeRights(root: YAMLMap, placeOf: PlaceOf, allocates: boolean): readonly Finding[] {
  const jobs: unknown = root.get('jobs', true)
  const all = isMap(jobs) ? jobs.items.map(({ value }) => value).filter((job) => isMap(job)) : []
  const given = [root, ...all].map((one) => one.get('permissions', true))
  const findings = given.flatMap((node) => tooMuch(node, placeOf, allocates))
  if (given[0] === undefined && all.some((job) => job.get('permissions') === undefined))
    findings.push(
      breach(
        setupFileRules.workflowRights,
        'a job says no permissions, so it has those of the repository',
        {
          at: { ...placeOf(root), line: 1, column: 1 },
          hint: 'write permissions: {} at the top, and what each job needs at the job',
        },
      ),
    )
  return findings
}

function tooMuch(node: unknown, placeOf: PlaceOf, allocates: boolean): readonly Finding[] {
  if (isScalar(node) && node.value === 'write-all')
    return [
      breach(setupFileRules.workflowRights, 'every permission is given', { at: placeOf(node) }),
    ]
  if (!isMap(node) || node.get('contents') !== 'write' || allocates) return []
  return [
    breach(setupFileRules.workflowRights, 'a job that does not allocate can write contents', {
      at: placeOf(node),
      hint: 'where it must, let a ruleset keep it from main and from netclaim/**',
    }),
  ]
}
