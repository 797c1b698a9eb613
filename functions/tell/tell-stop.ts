import type { OutsideError } from '../../lib/adapters/outside-error.ts'
import { escapeMarkdown } from '../../lib/summary/markdown-escape.ts'
import type { Context } from '../context.ts'
import { ALLOCATE, stopStatus } from './status.ts'
import { formerStatus } from './tell.ts'

/** Says on the tip of main why nothing is allocated, and how it can go on; once. */
export async function tellStop(context: Context, { message }: OutsideError): Promise<void> {
  const tips = await context.repository.tips({ names: [context.main], below: [] })
  const main = tips.get(context.main)
  if (main === undefined) return
  const status = stopStatus(message)
  const former = await formerStatus(context, main)
  if (former?.state === status.state && former.description === status.description) return
  const text = `### ❌ Netclaim allocates nothing\n\n${escapeMarkdown(message)}\n\nWhat is allocated stays as it is; nothing new is given until this is repaired.\n`
  await context.forge.commentOnCommit(main, ALLOCATE, text)
  await context.forge.setStatus(main, status)
}
