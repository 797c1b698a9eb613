import { Hono } from 'hono'
import * as z from 'zod'
import { executeGraphql } from '../graphql/execute.ts'
import { type RouteEnv, readBody } from '../http.ts'

const Body = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish().transform(orAbsent),
  operationName: z.string().nullish().transform(orAbsent),
})

export const graphqlRoute = new Hono<RouteEnv>().post('/graphql', async (c) =>
  c.json(await executeGraphql(c.var.forge, c.var.caller, await readBody(c, Body))),
)

function orAbsent<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined
}
