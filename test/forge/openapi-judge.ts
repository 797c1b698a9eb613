import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
  readonly $ref?: string
}
interface Operation {
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Body>>>>
}

const require = createRequire(import.meta.url)

/** Reads one of GitHub's descriptions; its references become those of a schema with this id. */
export function readDescription(path: string, id: string): unknown {
  const text = readFileSync(path, 'utf8')
  const own = text
    .replaceAll('"$ref":"#/', `"$ref":"${id}#/`)
    .replaceAll('"$ref": "#/', `"$ref": "${id}#/`)
  return JSON.parse(own, (_key, value: unknown) => (isNullable(value) ? orNull(value) : value))
}

/** OpenAPI's `nullable` where Ajv does not take it: without a type, or beside an enumeration. */
function isNullable(value: unknown): value is Readonly<Record<string, unknown>> {
  const schema = value as { nullable?: unknown; type?: unknown; enum?: unknown } | null
  return schema?.nullable === true && (typeof schema.type !== 'string' || 'enum' in schema)
}

function orNull({ nullable: _nullable, ...schema }: Readonly<Record<string, unknown>>) {
  return { anyOf: [{ type: 'null' }, schema] }
}

/** Ajv that takes OpenAPI's words, and its formats as far as they tell something. */
export function openapiAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false })
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)
  ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:\S+$/i)
  for (const free of [
    'email',
    'uri-template',
    'int64',
    'repo.nwo',
    'ssh-key',
    'byte',
    'date',
    'timestamp',
  ])
    ajv.addFormat(free, true)
  return ajv
}

/** What judges calls and answers by GitHub's published description; only what is called is compiled. */
export interface Judge {
  /** Requests `METHOD /path/{template}` that were judged. */
  readonly judged: Set<string>
  /** Throws where a request or its answer is none of GitHub's. */
  readonly fetch: typeof fetch
}

let shared: { description: Description; ajv: Ajv } | undefined

/** A `fetch` that judges all that goes through it. */
export function openapiJudge(under: string): Judge {
  shared ??= load()
  const { description } = shared
  const judged = new Set<string>()
  const judgedFetch: typeof fetch = async (input, init) => {
    const request = new Request(input as Request, init)
    const path = new URL(request.url).pathname
    const sent = request.body === null ? undefined : await request.clone().text()
    const response = await fetch(request)
    if (
      response.redirected ||
      !request.url.startsWith(under) ||
      path === '/graphql' ||
      path.startsWith('/codeload')
    )
      return response
    const template = templateOf(description, path, request.method)
    judged.add(`${request.method} ${template}`)
    const operation = description.paths[template]?.[request.method.toLowerCase()]
    if (operation === undefined) throw new Error(`GitHub has no ${request.method} ${path}`)
    if (sent !== undefined && sent !== '' && response.ok)
      check(`request of ${request.method} ${template}`, operation.requestBody, JSON.parse(sent))
    if (response.status >= 500) return response
    const type = response.headers.get('content-type') ?? ''
    const answer = operation.responses[String(response.status)]
    const known = answer !== undefined || [401, 403, 404, 409, 422, 429].includes(response.status)
    if (!known) throw new Error(`${request.method} ${template} never answers ${response.status}`)
    if (type.startsWith('application/json') && answer !== undefined)
      check(
        `${response.status} of ${request.method} ${template}`,
        answer,
        await response.clone().json(),
      )
    return response
  }
  return { judged, fetch: judgedFetch }
}

function load() {
  const id = 'github'
  const path = require.resolve('@octokit/openapi/generated/api.github.com.json')
  const description = readDescription(path, id) as Description
  const ajv = openapiAjv()
  ajv.addSchema({ $id: id, components: description.components })
  return { description, ajv }
}

const templates = new Map<string, readonly [string, RegExp, number][]>()

/** The template with the fewest variables that fits. */
function templateOf(description: Description, path: string, method: string): string {
  const known = templates.get(method) ?? compileTemplates(description, method)
  templates.set(method, known)
  const found = known.find(([, pattern]) => pattern.test(path))
  if (found === undefined) throw new Error(`GitHub has no ${method} ${path}`)
  return found[0]
}

function compileTemplates(description: Description, method: string) {
  return Object.keys(description.paths)
    .filter((template) => method.toLowerCase() in (description.paths[template] ?? {}))
    .map((template): [string, RegExp, number] => {
      const source = template
        .replace(/[.+]/g, '\\$&')
        .replace('/{path}', '(?:/[^/]+)?')
        .replace(/\{[^}]+\}/g, '[^/]+')
      return [template, new RegExp(`^${source}$`), template.split('{').length]
    })
    .toSorted((a, b) => a[2] - b[2])
}

const validators = new Map<string, ValidateFunction>()

function check(what: string, body: Body | undefined, value: unknown): void {
  const found = body?.$ref === undefined ? body : resolve(body.$ref)
  const schema = found?.content?.['application/json']?.schema
  if (schema === undefined || shared === undefined) return
  const validate = validators.get(what) ?? shared.ajv.compile(schema)
  validators.set(what, validate)
  if (validate(value)) return
  const errors = (validate.errors ?? []).slice(0, 12)
  const lines = errors.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(`${what} is not as GitHub has it:\n${lines.join('\n')}`)
}

function resolve(ref: string): Body | undefined {
  const [, , kind = '', name = ''] = ref.replace(/^\w+#/, '').split('/')
  return shared?.description.components[kind]?.[name]
}
