import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planner } from '../../functions/allocate/planner.ts'
import { ownVersion } from '../../functions/cli/package-root.ts'
import { makeState } from '../../functions/make-state.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { commitFiles, gitIn, newRepository } from '../git/sandbox.ts'
import { ownObjects } from '../import/live-of.ts'
import { claim, platformFile } from '../plan/files.ts'
import { appliedObjects } from './applied.ts'

/** A repository that is allocated, and what its cluster has. */
export async function platformIn(folder: string) {
  const repo = newRepository(folder)
  commitFiles(repo, {
    'platform/kmetal.yaml': `# ours\n${platformFile()}`,
    'environments/photon-prod/vpc.yaml': claim('VpcClaim', 'main', '{externalAccess: true}'),
    'environments/photon-prod/web.yaml': claim('EipClaim', 'web'),
  })
  await makeState(repo, { planner, engine: ownVersion() })
  const repository = await gitRepository({ repo })
  const tip = gitIn(repo, 'rev-parse', 'netclaim/state')
  return { repo, tip, objects: appliedObjects(await repository.readState(tip)) }
}

/** What kubectl printed of a cluster with these objects. */
export function dumpIn(folder: string, objects: readonly KubeObject[]): string {
  mkdirSync(folder, { recursive: true })
  const items = [...ownObjects, ...objects]
  writeFileSync(join(folder, 'all.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  return folder
}
