import * as z from 'zod'
import type { FieldConflict } from '../../ports/cluster.ts'
import { withoutSecrets } from './kubernetes-error.ts'
import type { Answer } from './transport.ts'

/** What a refusal says (Kubernetes API conventions, "Response Status Kind"). */
const Status = z.object({
  kind: z.literal('Status'),
  message: z.string().optional(),
  reason: z.string().optional(),
  details: z
    .object({
      causes: z
        .array(
          z.object({
            reason: z.string().optional(),
            message: z.string().optional(),
            field: z.string().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
})
export type Status = z.infer<typeof Status>

/** The refusal that an answer holds; undefined where it is none of Kubernetes' own. */
export function statusIn({ body }: Answer): Status | undefined {
  return Status.safeParse(jsonIn(body)).data
}

/** Undefined where the text is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an answer says, for people: Kubernetes' message, or the beginning of whatever it is. */
export function messageIn(answer: Answer): string {
  const said = statusIn(answer)?.message ?? answer.body.trim()
  return said === '' ? `HTTP ${answer.status}` : withoutSecrets(said)
}

/** The fields that others own, of a refused apply; none where it was refused for another reason. */
export function conflictsIn(answer: Answer): readonly FieldConflict[] {
  return (statusIn(answer)?.details?.causes ?? [])
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ message = '', field = '' }) => ({ manager: managerIn(message), field }))
}

/** Of `conflict with "kubectl" using v1`: the name is quoted as Go does, which for names is as JSON does. */
function managerIn(message: string): string {
  const quoted = /^conflict with ("(?:[^"\\]|\\.)*")/.exec(message)?.[1]
  const name = quoted === undefined ? undefined : jsonIn(quoted)
  return typeof name === 'string' ? name : message
}

/** Header `Warning: 299 - "text"` (RFC 7234, 5.5), which may come several times. */
export function warningsIn({ headers }: Answer): readonly string[] {
  const lines = [headers['warning'] ?? []].flat().join(', ')
  return [...lines.matchAll(/\b299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
    withoutSecrets(text.replaceAll(/\\(.)/g, '$1')),
  )
}
