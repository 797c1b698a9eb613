import type { Cluster, KubeObject, Listed, ObjectRef } from '../../ports/cluster.ts'
import { OutsideError } from '../outside-error.ts'
import { refused, type Send } from './attempts.ts'
import type { Discovery } from './discovery.ts'
import { KubernetesError } from './kubernetes-error.ts'
import {
  MAX_EMPTY_PAGES,
  MAX_ITEMS,
  MAX_LIST_STARTS,
  PAGE_SIZE,
  SMALL_PAGE_SIZE,
} from './limits.ts'
import { isNamed, isRecord } from './objects.ts'
import { pathOfAll } from './paths.ts'
import { jsonIn } from './status.ts'
import type { Answer } from './transport.ts'

type Kind = Pick<ObjectRef, 'apiVersion' | 'kind'>

/** A part of a list, all parts of which are of one revision. */
interface Page {
  readonly items: readonly KubeObject[]
  readonly revision: string
  /** Where the next one begins; empty after the last. */
  readonly next: string
}

/** All objects of a kind, page by page; whole, or not at all. */
export function lists(
  send: Send,
  discovery: Discovery,
  { pageSize = PAGE_SIZE, maxItems = MAX_ITEMS } = {},
): Cluster['list'] {
  return async (kind, { labels } = {}) => {
    try {
      return await inPages(pageSize, (size) => list(kind, labels, size))
    } catch (error) {
      return failedBy(error)
    }
  }

  async function list(kind: Kind, labels: string | undefined, size: number): Promise<Listed> {
    const resource = await discovery.resourceOf(kind)
    if (resource === undefined) return { outcome: 'absent-kind' }
    const selector = labels === undefined ? '' : `&labelSelector=${encodeURIComponent(labels)}`
    const first = `${pathOfAll(resource)}?limit=${size}${selector}`
    for (let start = 1; ; start++) {
      const found = await pages(kind, first)
      if ('items' in found) return { outcome: 'whole', ...found }
      const { status } = found
      if (status === 404) return await absent(kind, found)
      // Its snapshot is no more: what was read so far says nothing of what is there now.
      if (status !== 410 || start === MAX_LIST_STARTS)
        throw refused({ method: 'GET', path: first }, found)
    }
  }

  /** Everything from `first` on, or the answer that was none. */
  async function pages(kind: Kind, first: string): Promise<Omit<Page, 'next'> | Answer> {
    const items: KubeObject[] = []
    let empty = 0
    for (let next = ''; ; ) {
      const path = next === '' ? first : `${first}&continue=${encodeURIComponent(next)}`
      const answer = await send({ method: 'GET', path })
      if (answer.status !== 200) return answer
      const page = pageIn(kind, answer)
      if (page === undefined) throw noList(kind)
      for (const item of page.items) items.push(item)
      if (items.length > maxItems) throw tooMany(kind, maxItems)
      if (page.items.length === 0) empty += 1
      if (empty > MAX_EMPTY_PAGES) throw noList(kind)
      next = page.next
      if (next === '') return { items, revision: page.revision }
    }
  }

  /** The kind was there a moment ago: whether it was taken away is for discovery to say. */
  async function absent(kind: Kind, answer: Answer): Promise<Listed> {
    discovery.forget(kind)
    const resource = await discovery.resourceOf(kind)
    if (resource === undefined) return { outcome: 'absent-kind' }
    throw refused({ method: 'GET', path: pathOfAll(resource) }, answer)
  }
}

/** A list in pages of that size, or in small ones where an answer would be too large. */
async function inPages(size: number, list: (size: number) => Promise<Listed>): Promise<Listed> {
  try {
    return await list(size)
  } catch (error) {
    const isTooLarge = error instanceof KubernetesError && error.isTooLarge
    if (!isTooLarge || size <= SMALL_PAGE_SIZE) throw error
    return list(SMALL_PAGE_SIZE)
  }
}

/** A list that cannot be had. Bugs are thrown on. */
function failedBy(error: unknown): Listed {
  if (!(error instanceof OutsideError)) throw error
  const status = error instanceof KubernetesError && error.status > 0 ? error.status : undefined
  const { message } = error
  return { outcome: 'failed', message, ...(status === undefined ? {} : { status }) }
}

/** Items of kinds that are built in come without their kind. */
function pageIn({ apiVersion, kind }: Kind, { body }: Answer): Page | undefined {
  const json = jsonIn(body)
  if (!isRecord(json) || !Array.isArray(json['items']) || !isRecord(json['metadata']))
    return undefined
  const { resourceVersion, continue: next = '' } = json['metadata']
  // It goes into a path, which holds no half of a character.
  if (typeof resourceVersion !== 'string' || typeof next !== 'string' || !next.isWellFormed())
    return undefined
  const items: KubeObject[] = []
  for (const item of json['items'] as readonly unknown[]) {
    if (!isRecord(item) || !isNamed(item['metadata'])) return undefined
    items.push({ apiVersion, kind, ...item, metadata: item['metadata'] })
  }
  return { items, revision: resourceVersion, next }
}

function noList({ kind }: Kind): KubernetesError {
  const message = `what the Kubernetes API gives as a list of "${kind}" is none`
  return new KubernetesError(message, { status: 200, retryable: true })
}

function tooMany({ kind }: Kind, limit: number): KubernetesError {
  const message = `the Kubernetes API has more than ${limit} objects of "${kind}"`
  return new KubernetesError(message, { status: 200, retryable: false })
}
