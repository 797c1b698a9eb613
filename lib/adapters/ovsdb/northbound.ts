import * as z from 'zod'
import type { DatabaseStatus, NorthboundRows } from '../../pipeline/proof/northbound-rows.ts'
import type { Northbound, NorthboundMember } from '../../ports/northbound.ts'
import { OutsideError } from '../outside-error.ts'
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts'
import { type Endpoint, formatEndpoint } from './endpoint.ts'

const DATABASE = 'OVN_Northbound'

/** A set of no or one uuid, or of no or one number, as OVSDB writes it. */
const Uuid = z.tuple([z.literal('uuid'), z.string()])
const Empty = z.tuple([z.literal('set'), z.array(z.never())])
const Status = z.tuple([
  z.object({
    rows: z.tuple([
      z.object({
        _uuid: Uuid,
        model: z.string(),
        connected: z.boolean(),
        leader: z.boolean(),
        cid: z.union([Uuid, Empty]),
        sid: z.union([Uuid, Empty]),
        index: z.union([z.number(), Empty]),
      }),
    ]),
  }),
])
const Schema = z.object({
  tables: z.record(z.string(), z.object({ columns: z.record(z.string(), z.unknown()) })),
})
const Selected = z.array(z.object({ rows: z.array(z.record(z.string(), z.unknown())) }))

/** OVN-NB behind those endpoints: one server, or all members of a cluster. */
export function openNorthbound(
  endpoints: readonly Endpoint[],
  options: ConnectionOptions = {},
): Northbound {
  return {
    servers: endpoints.length,
    async connect() {
      const opened = await Promise.allSettled(
        endpoints.map(async (endpoint) =>
          memberOf(formatEndpoint(endpoint), await openConnection(endpoint, options)),
        ),
      )
      for (const one of opened)
        if (one.status === 'rejected' && !(one.reason instanceof OutsideError)) throw one.reason
      return opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
  }
}

function memberOf(endpoint: string, connection: Connection): NorthboundMember {
  async function ask<T>(method: string, params: readonly unknown[], answer: z.ZodType<T>) {
    const parsed = answer.safeParse(await connection.call(method, params))
    if (parsed.success) return parsed.data
    throw new OutsideError(`OVN-NB at ${endpoint} gives no answer that can be used to ${method}`, {
      system: 'ovsdb',
      retryable: true,
    })
  }
  return {
    endpoint,
    async status() {
      const where = [['name', '==', DATABASE]]
      const columns = ['_uuid', 'model', 'connected', 'leader', 'cid', 'sid', 'index']
      const select = { op: 'select', table: 'Database', where, columns }
      const [{ rows }] = await ask('transact', ['_Server', select], Status)
      return statusOf(rows[0])
    },
    async rows(tables) {
      const schema = await ask('get_schema', [DATABASE], Schema)
      const known = Object.entries(tables).flatMap(([table, columns]) => {
        const has = schema.tables[table]?.columns
        if (has === undefined) return []
        return [{ table, columns: columns.filter((one) => one === '_uuid' || one in has) }]
      })
      const selects = known.map((one) => ({ op: 'select', where: [], ...one }))
      const results = await ask('transact', [DATABASE, ...selects], Selected.length(known.length))
      const rows: NorthboundRows = new Map(
        known.map(({ table }, nth) => [table, results[nth]?.rows ?? []]),
      )
      return rows
    },
    close: () => connection.close(),
  }
}

type StatusRow = z.output<typeof Status>[0]['rows'][0]

function statusOf({ _uuid, model, connected, leader, cid, sid, index }: StatusRow): DatabaseStatus {
  return {
    model,
    connected,
    leader,
    ...(cid[0] === 'uuid' ? { cid: cid[1] } : {}),
    ...(sid[0] === 'uuid' ? { sid: sid[1] } : {}),
    ...(typeof index === 'number' ? { index } : {}),
    uuid: _uuid[1],
  }
}
