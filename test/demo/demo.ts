import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { anAddress, beginning, newTenant } from './acts/first-claims.ts'
import { brake, revert, tombstone } from './acts/giving-back.ts'
import { collision, overlap, shrunkPool } from './acts/refusals.ts'
import { replay } from './acts/replay.ts'
import { netclaimCommand, Otherwise, openStage, type Stage } from './stage.ts'

const acts: readonly ((stage: Stage) => void)[] = [
  beginning,
  newTenant,
  anAddress,
  collision,
  overlap,
  shrunkPool,
  brake,
  tombstone,
  revert,
  replay,
]

const root = folder(process.argv[2])
const stage = openStage(root)
try {
  for (const act of acts) act(stage)
  console.log(`\n\n${closing(stage)}`)
} catch (error) {
  if (!(error instanceof Otherwise)) throw error
  console.error(`\nthe demo went otherwise than it tells: ${error.message}\nSee ${root}`)
  process.exitCode = 1
}

/** The empty folder to play in, a new one where none is given. */
function folder(given: string | undefined): string {
  if (given === undefined) return mkdtempSync(join(tmpdir(), 'netclaim-demo-'))
  const dir = resolve(given)
  mkdirSync(dir, { recursive: true })
  return dir
}

function closing(stage: Stage): string {
  const { clone } = stage
  stage.quietly('switch', 'main')
  const state = '--state origin/netclaim/state'
  return `The repositories are real and stay where they are:

  ${clone}    the clone of this demo
  ${join(root, 'hub.git')}    what it pushes to
  ${join(root, 'replay.git')}    the replay

Next, for instance:

  cd ${clone}
  alias netclaim='${netclaimCommand.join(' ')}'
  netclaim capacity ${state}
  netclaim plan --base main --head staging ${state}
  netclaim explain subnet/overlap
  git log --oneline origin/netclaim/state
  git show origin/netclaim/state:allocations/photon-prod.yaml
  git show origin/netclaim/state:rendered/environments/photon-prod/vpcclaim-main.yaml

Nothing is left running. rm -r ${root} takes it all away.`
}
