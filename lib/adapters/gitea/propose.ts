import * as z from 'zod'
import type { Proposal, Proposed } from '../../ports/forge.ts'
import { OutsideError } from '../outside-error.ts'
import type { Place } from './place.ts'
import { closedPulls, openPulls, Pull } from './pull-requests.ts'

/** Gitea learns of a branch some tenths of a second after it was pushed. */
const WAITS_MS = [200, 500, 1_000, 2_000, 4_000]

/** Opens a pull request, or makes the open one from that branch say what it is to say. */
export async function propose(place: Place, wanted: Proposal): Promise<Proposed> {
  const open = await onlyOpen(place, wanted)
  if (open !== undefined) return change(place, open, wanted)
  const declined = (await closedPulls(place)).find(
    (one) => isOf(one, wanted) && !one.merged && one.head.sha === wanted.head,
  )
  return declined === undefined ? create(place, wanted) : told(declined, 'declined')
}

/** The oldest that is open. Gitea opens two where two ask in the same moment: both runs look again, and both keep this one. */
async function onlyOpen(place: Place, wanted: Proposal): Promise<Pull | undefined> {
  const [user, all] = await Promise.all([place.ownId(), openPulls(place)])
  const found = all.filter((one) => isOf(one, wanted)).toSorted((a, b) => a.number - b.number)
  const [first, ...others] = found
  for (const one of others)
    if (one.user?.id === user) await patch(place, one.number, { state: 'closed' })
  return first
}

/** From that branch of the repository itself: a fork may have one of the same name. */
function isOf({ head, base }: Pull, { branch, base: into }: Proposal): boolean {
  return head.ref === branch && base.ref === into && head.repo_id === base.repo_id
}

async function change(place: Place, open: Pull, { title, text }: Proposal): Promise<Proposed> {
  const present = open.body.replaceAll('\r\n', '\n').trimEnd()
  if (open.title === title && present === text.trimEnd()) return told(open, 'same')
  await patch(place, open.number, { title, body: text })
  return told(open, 'changed')
}

async function patch({ client, path }: Place, number: number, body: object): Promise<void> {
  const pull = `${path}/pulls/${number}`
  await client.call({ method: 'PATCH', path: pull, body, answer: z.unknown() })
}

async function create(place: Place, wanted: Proposal): Promise<Proposed> {
  const { client, path } = place
  const { title, text, branch: head, base } = wanted
  const body = { title, body: text, head, base }
  for (let nth = 0; ; nth++) {
    try {
      const post = {
        method: 'POST',
        path: `${path}/pulls`,
        body,
        answer: Pull,
        once: true,
      } as const
      const made = await client.call(post)
      const first = await onlyOpen(place, wanted)
      return first === undefined || first.number === made.number
        ? told(made, 'opened')
        : change(place, first, wanted)
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      // It may have been made although nobody said so.
      const open = await onlyOpen(place, wanted)
      if (open !== undefined) return change(place, open, wanted)
      const wait = WAITS_MS[nth]
      if (wait === undefined) throw error
      await client.clock.pause(wait)
    }
  }
}

function told({ number, html_url: url }: Pull, outcome: Proposed['outcome']): Proposed {
  return { number, url, outcome }
}
