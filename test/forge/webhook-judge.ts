import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import { openapiAjv, readDescription } from './openapi-judge.ts'

/** A webhook as it arrived. */
export interface Arrived {
  readonly event: string
  readonly guid: string
  readonly headers: Headers
  readonly body: string
  readonly payload: Readonly<Record<string, unknown>>
}

interface Webhooks {
  readonly components: object
}

const require = createRequire(import.meta.url)
const ajv = openapiAjv()
const description = readDescription(
  require.resolve('@octokit/openapi-webhooks/generated/api.github.com.json'),
  'hooks',
) as Webhooks
ajv.addSchema({ $id: 'hooks', components: description.components })
const validators = new Map<string, ValidateFunction>()

/** What is wrong with a webhook by GitHub's published description; undefined where nothing is. */
export function wrongWith({ event, payload }: Arrived): string | undefined {
  const action = typeof payload['action'] === 'string' ? [payload['action']] : []
  const name = ['webhook', event, ...action].join('-').replaceAll('_', '-')
  const validate =
    validators.get(name) ?? ajv.compile({ $ref: `hooks#/components/schemas/${name}` })
  validators.set(name, validate)
  if (validate(payload)) return undefined
  const errors = (validate.errors ?? []).slice(0, 8)
  return `${name}: ${errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`).join('\n')}`
}

/** A target that keeps what arrives, and answers as it is told. */
export function mailbox(answer: () => number = () => 202) {
  const arrived: Arrived[] = []
  const target = {
    url: 'http://mailbox.test/',
    secret: 'It is a secret to everybody',
    async fetch(request: Request): Promise<Response> {
      const body = await request.text()
      const { headers } = request
      arrived.push({
        event: headers.get('x-github-event') ?? '',
        guid: headers.get('x-github-delivery') ?? '',
        headers,
        body,
        payload: JSON.parse(body) as Arrived['payload'],
      })
      return new Response('', { status: answer() })
    },
  }
  const names = () =>
    arrived.map(({ event, payload }) => [event, payload['action']].filter(Boolean).join('.'))
  return { arrived, target, names }
}
