import { type Forge, type ForgeRepository, nodeId } from './forge.ts'
import type { CheckRunRow } from './records.ts'
import { checkRunShape } from './shapes/check-run-shape.ts'

/** Asks an app to run its check again; the run itself stays as it is. */
export function rerequest(
  forge: Forge,
  repository: ForgeRepository,
  run: CheckRunRow,
  sender: string,
): void {
  const shape = checkRunShape(forge, repository, run)
  const { id } = shape.check_suite
  const check_suite = {
    id,
    node_id: nodeId('CheckSuite', id),
    head_branch: shape.pull_requests[0]?.head.ref ?? null,
    head_sha: run.headSha,
    // The suite is queued again; the run is as it was.
    status: 'queued',
    conclusion: null,
    app: shape.app,
    pull_requests: shape.pull_requests,
  }
  const check_run = { ...shape, check_suite }
  const payload = { action: 'rerequested', check_run }
  forge.emit({ repository, event: 'check_run', payload, sender })
}
