import { type Claim, objectName } from '../domain/claims/claim.ts'
import type { Tree } from '../domain/document.ts'
import { same } from '../domain/same.ts'
import type { Inputs } from './inputs.ts'
import { isSameEntry } from './same-entry.ts'

/** What a change touches. */
export interface Touched {
  readonly files: ReadonlySet<string>
  /** `SubnetClaim photon-prod/production`. */
  readonly objects: ReadonlySet<string>
  /** Every claim of an environment with a changed file, before or after, changed or not. */
  readonly claims: ReadonlySet<string>
  readonly environments: ReadonlySet<string>
  readonly platform: boolean
}

const FOLDER = 'environments/'

/** Compares two trees by their files, and the claims in those files by what they say. */
export function touchedBy(head: Side, base: Side): Touched {
  const files = changedFiles(head.tree, base.tree)
  const environments = new Set<string>()
  for (const file of files) {
    const end = file.indexOf('/', FOLDER.length)
    if (file.startsWith(FOLDER))
      environments.add(file.slice(FOLDER.length, end < 0 ? undefined : end))
  }
  const [objects, claims] = [new Set<string>(), new Set<string>()]
  // Where nothing was before, nothing is wrong with it that a change could have touched.
  const known = base.tree.size === 0 ? [] : environments
  for (const namespace of known) {
    const [before, after] = [claimsOf(base.inputs, namespace), claimsOf(head.inputs, namespace)]
    for (const [name, claim] of before.size === 0 ? after : [...before, ...after]) {
      const object = objectName(claim)
      claims.add(object)
      const [was, is] = [before.get(name), after.get(name)]
      // Who goes away is party to nothing that was wrong before.
      if (is === undefined || (was && same(was.document.value, is.document.value))) continue
      objects.add(object)
    }
  }
  const platform = files.values().some((file) => /^(platform\/|netclaim\.yaml$)/.test(file))
  return { files, objects, claims, environments, platform }
}

/** A tree and what it says. */
export interface Side {
  readonly tree: Tree
  readonly inputs: Inputs
}

function changedFiles(head: Tree, base: Tree): ReadonlySet<string> {
  const files = new Set<string>()
  for (const [path, entry] of head) if (!isSameEntry(entry, base.get(path))) files.add(path)
  for (const path of base.keys()) if (!head.has(path)) files.add(path)
  return files
}

const none: ReadonlyMap<string, Claim> = new Map()

function claimsOf(inputs: Inputs, namespace: string): ReadonlyMap<string, Claim> {
  const claims = inputs.environments.get(namespace)?.claims
  if (claims === undefined) return none
  return new Map(claims.map((claim) => [`${claim.kind} ${claim.name}`, claim]))
}
