import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { printable } from '../../domain/printable.ts'
import { OutsideError } from '../outside-error.ts'
import { type JobEvent, readJobEvent } from './job-event.ts'

/** Bytes of an event: GitHub sends none larger (25 MB). */
const MAX_EVENT_BYTES = 25_000_000

const Environment = z.object({
  GITHUB_EVENT_NAME: z.string().min(1),
  GITHUB_EVENT_PATH: z.string().min(1),
  GITHUB_REPOSITORY: z.string().regex(/^(?!.*\/\.{1,2}$)[\w.-]{1,100}\/[\w.-]{1,100}$/),
  GITHUB_SERVER_URL: z.url({ protocol: /^(?:https?|file)$/ }).default('https://github.com'),
  GITHUB_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.github.com'),
  GITHUB_STEP_SUMMARY: z.string().optional(),
  RUNNER_TEMP: z.string().min(1),
  // Nothing that could end the header that it stands in; since 2026 it has no fixed length.
  GITHUB_TOKEN: z
    .string()
    .regex(/^[\x21-\x7E]+$/)
    .optional(),
})

/** A job of GitHub Actions, or of a forge with the same variables. */
export interface JobEnvironment {
  /** `owner/name`. */
  readonly repository: string
  readonly event: JobEvent
  /** Where the repository is cloned from; nothing secret in it. */
  readonly url: string
  readonly apiUrl: string
  readonly token?: string
  /** The file that is shown as the step's summary. */
  readonly summaryPath?: string
  /** A folder that is gone after the job, and that nobody's checkout lies in. */
  readonly temporary: string
}

/** Reads the variables of the job and its event. Throws `OutsideError`, which never holds a variable's value. */
export function readJobEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): JobEnvironment {
  // A variable that is set to nothing is not set.
  const set = Object.entries(env).filter(([, value]) => value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(set))
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))]
    throw refusal(`this is no job that can be used: ${names.join(', ')} missing or malformed`)
  }
  const given = parsed.data
  const event = eventOf(given)
  return {
    repository: given.GITHUB_REPOSITORY,
    event,
    url: urlOf(given),
    apiUrl: given.GITHUB_API_URL,
    temporary: given.RUNNER_TEMP,
    ...(given.GITHUB_TOKEN === undefined ? {} : { token: given.GITHUB_TOKEN }),
    ...(given.GITHUB_STEP_SUMMARY === undefined ? {} : { summaryPath: given.GITHUB_STEP_SUMMARY }),
  }
}

type Given = z.infer<typeof Environment>

function eventOf(given: Given): JobEvent {
  const name = given.GITHUB_EVENT_NAME
  if (name === 'pull_request_target' || name === 'workflow_run')
    throw refusal(
      `${name} runs with the rights of main for what a stranger wrote: use pull_request, whose token can only read`,
    )
  const event = readJobEvent(name, payloadAt(given.GITHUB_EVENT_PATH), given.GITHUB_REPOSITORY)
  if (event !== undefined) return event
  throw refusal(`nothing is to be done for this event "${printable(name)}"`)
}

function payloadAt(path: string): unknown {
  try {
    if (statSync(path).size > MAX_EVENT_BYTES) throw new Error('too large')
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw refusal(`the event at GITHUB_EVENT_PATH cannot be read`, cause)
  }
}

function urlOf({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: Given): string {
  const url = new URL(server)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw refusal('GITHUB_SERVER_URL holds more than a place')
  return `${server.replace(/\/+$/, '')}/${repository}`
}

function refusal(message: string, cause?: unknown): OutsideError {
  return new OutsideError(message, { system: 'actions', retryable: false, cause })
}
