import type { Finding } from '../lib/domain/finding.ts'
import type { SetupFiles } from '../lib/domain/setup.ts'
import {
  ATTRIBUTES_PATHS,
  CODEOWNERS_PATHS,
  WORKFLOWS,
} from '../lib/pipeline/doctor/judge-files.ts'
import { judgeSetup } from '../lib/pipeline/doctor/judge-setup.ts'
import { readTree } from '../lib/pipeline/read/read-tree.ts'
import type { SetupReader } from '../lib/ports/setup.ts'

const SETTINGS = 'netclaim.yaml'
/** Of one file, in UTF-16 units: a longer one is none that a person wrote. */
const MAX_FILE = 262_144
const MAX_WORKFLOWS = 100

/** Looks at a claims repository and gives what is missing or unsafe. `main` is the branch of the claims. */
export async function doctor(reader: SetupReader, main: string): Promise<readonly Finding[]> {
  const files = await filesOf(reader)
  const state = stateBranchOf(files.get(SETTINGS))
  const setup = await reader.setup?.({ main, state })
  return judgeSetup(files, setup)
}

async function filesOf(reader: SetupReader): Promise<SetupFiles> {
  const snapshot = await reader.snapshot()
  if (snapshot === undefined) return new Map()
  const names = await snapshot.names(WORKFLOWS)
  const workflows = names.slice(0, MAX_WORKFLOWS).map((name) => WORKFLOWS + name)
  const paths = [...CODEOWNERS_PATHS, ...ATTRIBUTES_PATHS, SETTINGS, ...workflows]
  const files = new Map<string, string>()
  for (const [path, entry] of await snapshot.read(paths))
    if (entry.kind === 'text' && entry.text.length <= MAX_FILE) files.set(path, entry.text)
  return files
}

/** The default where there are no settings, or none that can be read. */
function stateBranchOf(text: string | undefined): string {
  const tree = text === undefined ? [] : [[SETTINGS, { kind: 'text', text }] as const]
  return readTree(new Map(tree)).value.settings.state.branch
}
