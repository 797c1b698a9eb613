import { Hono } from 'hono'
import { notFound } from '../api-error.ts'
import type { RouteContext, RouteEnv } from '../http.ts'
import type { Delivery } from '../parcel.ts'

/** The app's webhook and its deliveries, below `/app/hook`. */
export const hookRoutes = new Hono<RouteEnv>()
  .get('/config', (c) => {
    const url = c.var.forge.webhooks.url ?? ''
    return c.json({ content_type: 'json', insecure_ssl: '0', secret: '********', url })
  })
  .get('/deliveries', (c) => {
    const { status } = c.req.query()
    const cursor = Number(c.req.query('cursor') ?? Infinity)
    const found = c.var.forge.webhooks.deliveries
      .filter(({ id }) => id <= cursor)
      .filter(({ statusCode }) => status === undefined || isOf(status, statusCode))
      .toReversed()
    const perPage = Number(c.req.query('per_page') ?? 30)
    const next = found[perPage]
    if (next !== undefined) {
      const url = new URL(c.req.url)
      url.searchParams.set('cursor', String(next.id))
      c.header('link', `<${url.href}>; rel="next"`)
    }
    return c.json(found.slice(0, perPage).map(itemShape))
  })
  .get('/deliveries/:id', (c) => {
    const delivery = deliveryOf(c)
    const request = { headers: delivery.headers, payload: JSON.parse(delivery.body) as unknown }
    const response = { headers: {}, payload: delivery.answer }
    return c.json({ ...itemShape(delivery), request, response })
  })
  .post('/deliveries/:id/attempts', (c) => {
    c.var.forge.webhooks.redeliver(deliveryOf(c))
    return c.json({}, 202)
  })

function deliveryOf(c: RouteContext): Delivery {
  const id = Number(c.req.param('id'))
  const found = c.var.forge.webhooks.deliveries.find((one) => one.id === id)
  if (found === undefined) throw notFound()
  return found
}

/** As GitHub's filter has it: time-outs and lost connections are neither. */
function isOf(status: string, code: number): boolean {
  return status === 'success' ? code >= 200 && code < 400 : code >= 400 && code < 600
}

function itemShape(delivery: Delivery) {
  const { id, guid, event, action, redelivery, statusCode, status, repositoryId } = delivery
  return {
    id,
    guid,
    delivered_at: delivery.deliveredAt,
    redelivery,
    duration: delivery.durationSeconds,
    status,
    status_code: statusCode,
    event,
    action,
    installation_id: delivery.installationId,
    repository_id: repositoryId,
    throttled_at: null,
  }
}
