import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as z from 'zod'
import { ApiError } from './api-error.ts'
import { type Caller, type Level, type Permissions, requirePermission } from './caller.ts'
import type { Forge, ForgeRepository } from './forge.ts'

/** What each route finds in its context; `repository` where its path names one. */
export interface RouteEnv {
  readonly Bindings: HttpBindings
  readonly Variables: {
    readonly forge: Forge
    readonly caller: Caller
    readonly repository: ForgeRepository
  }
}
export type RouteContext<Path extends string = string> = Context<RouteEnv, Path>

/** The forge and repository of a call, once the caller is found to have the right to it. */
export function permitted(c: RouteContext, permission: keyof Permissions, level: Level) {
  const { forge, caller, repository } = c.var
  requirePermission(caller, permission, level)
  return { forge, caller, repository }
}

/** The body, if it is JSON of that shape. */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const text = await c.req.text()
  let json: unknown
  try {
    json = text === '' ? {} : JSON.parse(text)
  } catch {
    throw new HTTPException(400, { message: 'Problems parsing JSON' })
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  throw new ApiError(422, `Invalid request.\n\n${z.prettifyError(read.error)}`)
}

/** One page of a list, with the addresses of the others in the `link` header. */
export function page<T>(c: Context, items: readonly T[], { most = 100, usual = 30 } = {}): T[] {
  const perPage = Math.min(positive(c.req.query('per_page'), usual), most)
  const at = positive(c.req.query('page'), 1)
  const last = Math.max(1, Math.ceil(items.length / perPage))
  const links = [
    ...(at > 1 ? [link(c, at - 1, 'prev')] : []),
    ...(at < last ? [link(c, at + 1, 'next'), link(c, last, 'last')] : []),
    ...(at > 1 ? [link(c, 1, 'first')] : []),
  ]
  if (links.length > 0) c.header('link', links.join(', '))
  return items.slice((at - 1) * perPage, at * perPage)
}

function positive(text: string | undefined, usual: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : usual
}

function link(c: Context, at: number, rel: string): string {
  const url = new URL(c.req.url)
  url.searchParams.set('page', String(at))
  return `<${url.href}>; rel="${rel}"`
}
