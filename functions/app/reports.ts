import type { Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Clock } from '../../lib/ports/clock.ts'
import { parseReport } from '../report/parse-report.ts'
import type { SyncReport } from '../report/sync-report.ts'
import { type Intake, takeIn } from './intake.ts'
import { jsonOf, needJson } from './json-body.ts'
import { MAX_REPORT_BYTES } from './limits.ts'
import { type Cluster, proverOf } from './proof.ts'
import type { BodyReader } from './read-body.ts'

/** Proves nothing: whoever asks for a cluster that is none learns no more than of one that is. */
const nobody = proverOf({ repository: '', secrets: [] })

/** Takes what clusters report about themselves, each by its own proof. */
export function reports(
  options: Intake & {
    readonly clusters: ReadonlyMap<string, Cluster>
    readonly clock: Pick<Clock, 'now'>
  },
  bodies: BodyReader,
): Handler<object, '/reports/:cluster'> {
  const provers = new Map([...options.clusters].map(([name, one]) => [name, proverOf(one)]))
  return async (c) => {
    needJson(c)
    const name = c.req.param('cluster')
    const cluster = options.clusters.get(name)
    const prover = provers.get(name) ?? nobody
    const proof = prover((header) => c.req.header(header), options.clock.now())
    const body = await bodies.read(c.req.raw, MAX_REPORT_BYTES, async (bytes) => {
      if (await proof.holds(bytes)) return jsonOf(bytes)
      throw noMatch()
    })
    if (cluster === undefined) throw noMatch()
    const { reporter, id } = proof
    needOwn(body, name, reporter)
    const delivered = {
      jobs: [{ kind: 'report', repository: cluster.repository, report: body }] as const,
      ids: id === undefined ? [] : [`report ${name} ${id}`],
      about: { reporter, cluster: name },
    }
    return takeIn(c, delivered, options)
  }
}

/** Whoever knows the secret of one cluster speaks for no other. Throws `HTTPException` 422, also for what is no report. */
function needOwn(body: unknown, cluster: string, reporter: SyncReport['reporter']): void {
  const said = readReport(body)
  if (said.cluster === cluster && said.reporter === reporter) return
  throw new HTTPException(422, { message: 'the report is of another cluster, or of another kind' })
}

function readReport(body: unknown): SyncReport {
  try {
    return parseReport(body)
  } catch (error) {
    if (error instanceof OutsideError) throw new HTTPException(422, { message: error.message })
    throw error
  }
}

function noMatch(): HTTPException {
  return new HTTPException(401, { message: 'neither signature nor token of this cluster' })
}
