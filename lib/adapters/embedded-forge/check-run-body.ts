import * as z from 'zod'
import { ApiError, invalidField } from './api-error.ts'
import type { AnnotationRow, CheckRunRow } from './records.ts'

/** Annotations of one request; further ones come by further requests, and are added. */
const MAX_ANNOTATIONS = 50
/** Of a summary, a text; GitHub counts characters first, then bytes. */
const MAX_TEXT = 65_535
const MAX_ACTIONS = 3
const MAX_MESSAGE_BYTES = 64 * 1024

const Annotation = z.object({
  path: z.string(),
  start_line: z.int().min(1),
  end_line: z.int().min(1),
  start_column: z.int().optional(),
  end_column: z.int().optional(),
  annotation_level: z.enum(['notice', 'warning', 'failure']),
  message: z.string(),
  title: z.string().max(255).optional(),
  raw_details: z.string().optional(),
})
const Output = z.object({
  title: z.string().optional(),
  summary: z.string().optional(),
  text: z.string().optional(),
  annotations: z.array(Annotation).optional(),
})
const Action = z.object({
  label: z.string().max(20),
  description: z.string().max(40),
  identifier: z.string().max(20),
})
/** What creates or changes a check run. */
export const CheckRunBody = z.object({
  name: z.string().optional(),
  head_sha: z.string().optional(),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  status: z.enum(['queued', 'in_progress', 'completed']).optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  conclusion: z
    .enum(['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out'])
    .optional(),
  output: Output.optional(),
  actions: z.array(Action).optional(),
})
type Body = z.infer<typeof CheckRunBody>

/** The run with what the body says in place of what it had; annotations are added. Throws GitHub's 422. */
export function withBody(run: CheckRunRow, body: Body, now: string): CheckRunRow {
  checkLimits(body)
  const { name, external_id, details_url, actions, output } = body
  const given = { name, externalId: external_id, detailsUrl: details_url, actions }
  return { ...run, ...definedOf(given), ...outputOf(run, output), ...stateOf(run, body, now) }
}

/** Without what is undefined. */
function definedOf<T extends object>(given: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** A conclusion completes a run, whatever its status is said to be. */
function stateOf(run: CheckRunRow, body: Body, now: string) {
  const status = body.conclusion === undefined ? (body.status ?? run.status) : 'completed'
  const startedAt = body.started_at ?? run.startedAt ?? now
  if (status !== 'completed') return { status, startedAt, conclusion: null, completedAt: null }
  const conclusion = body.conclusion ?? run.conclusion
  if (conclusion === null)
    throw invalidField('CheckRun', 'conclusion', 'conclusion is required when status is completed')
  return { status, startedAt, conclusion, completedAt: body.completed_at ?? now }
}

function outputOf(
  run: CheckRunRow,
  { title, summary, text, annotations = [] }: NonNullable<Body['output']> = {},
) {
  return {
    title: title ?? run.title,
    summary: summary ?? run.summary,
    text: text ?? run.text,
    annotations: [...run.annotations, ...annotations.map(toRow)],
  }
}

function checkLimits({ output, actions }: Body): void {
  if ((actions?.length ?? 0) > MAX_ACTIONS)
    throw new ApiError(
      422,
      `Invalid request.\n\nNo more than ${MAX_ACTIONS} items are allowed; ${actions?.length} were supplied.`,
    )
  if (output === undefined) return
  if (output.title === undefined || output.summary === undefined)
    throw new ApiError(422, 'Invalid request.\n\n"title", "summary" weren\'t supplied.')
  const { annotations = [], summary, text } = output
  if (annotations.length > MAX_ANNOTATIONS)
    throw new ApiError(
      422,
      `Invalid request.\n\nNo more than ${MAX_ANNOTATIONS} items are allowed; ${annotations.length} were supplied.`,
    )
  checkText('summary', summary)
  checkText('text', text)
  for (const annotation of annotations) checkAnnotation(annotation)
}

function checkText(name: string, text = ''): void {
  if (text.length > MAX_TEXT)
    throw new ApiError(
      422,
      `Invalid request.\n\nOnly ${MAX_TEXT} characters are allowed; ${text.length} were supplied.`,
    )
  if (Buffer.byteLength(text) > MAX_TEXT)
    throw invalidField('CheckRun', name, `${name} exceeds a maximum bytesize of ${MAX_TEXT}`)
}

function checkAnnotation(annotation: z.infer<typeof Annotation>): void {
  const { start_line, end_line, start_column, end_column, message, raw_details = '' } = annotation
  const hasColumns = start_column !== undefined || end_column !== undefined
  if (end_line < start_line || (hasColumns && start_line !== end_line))
    throw invalidField('CheckAnnotation', 'end_line', 'columns are allowed on one line only')
  if (Math.max(Buffer.byteLength(message), Buffer.byteLength(raw_details)) > MAX_MESSAGE_BYTES)
    throw invalidField('CheckAnnotation', 'message', 'message exceeds a maximum bytesize of 65536')
}

/** An absent column is left out, not undefined. */
function toRow(annotation: z.infer<typeof Annotation>): AnnotationRow {
  return JSON.parse(JSON.stringify(annotation)) as AnnotationRow
}

/** GitHub's `check-annotation`; `blob` is the address of the commit's files. */
export function annotationsOf(run: CheckRunRow, blob: string) {
  return run.annotations.map((annotation) => ({
    path: annotation.path,
    blob_href: `${blob}/${annotation.path}`,
    start_line: annotation.start_line,
    start_column: annotation.start_column ?? null,
    end_line: annotation.end_line,
    end_column: annotation.end_column ?? null,
    annotation_level: annotation.annotation_level,
    title: annotation.title ?? null,
    message: annotation.message,
    raw_details: annotation.raw_details ?? null,
  }))
}
