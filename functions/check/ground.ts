import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { defaultSettings } from '../../lib/domain/settings.ts'
import { sha256 } from '../../lib/domain/sha256.ts'
import { observedPrefix } from '../allocate/observed.ts'
import { stateBranchIn } from '../allocate/state-branch.ts'
import type { Context } from '../context.ts'
import type { CheckKey } from './key.ts'

/** What every pull request is judged on: the branches at one moment. */
export interface Ground {
  /** Tip of the branch of the claims. */
  readonly main: string
  /** Name of the state branch. */
  readonly branch: string
  /** Tip of the state branch; absent: there is none, or main itself is named as it. */
  readonly state?: string
  /** Branches of the clusters and their tips. */
  readonly observed: ReadonlyMap<string, string>
}

type Where = Pick<Context, 'repository' | 'main'>

/** Reads the tips. Throws `OutsideError` where main is missing. */
export async function groundOf(context: Where): Promise<Ground> {
  const first = await tipsOf(context, defaultSettings.state.branch)
  const branch = await stateBranchIn(context.repository, first.main)
  return branch === first.branch ? first : tipsOf(context, branch)
}

/** Whether the tips are where they were. */
export async function isStill(context: Where, ground: Ground): Promise<boolean> {
  const now = await tipsOf(context, ground.branch)
  return (
    now.main === ground.main &&
    now.state === ground.state &&
    observedDigest(now) === observedDigest(ground)
  )
}

/** The key of a commit that is judged on this ground by this program. */
export function keyOn(ground: Ground, head: string, engine: string): CheckKey {
  const { main, state } = ground
  const observed = observedDigest(ground)
  return {
    head,
    main,
    ...(state === undefined ? {} : { state }),
    ...(observed === undefined ? {} : { observed }),
    engine,
  }
}

async function tipsOf({ repository, main }: Where, branch: string): Promise<Ground> {
  const tips = await repository.tips({ names: [main, branch], below: [observedPrefix] })
  const tip = tips.get(main)
  if (tip === undefined)
    throw new OutsideError(`there is no branch "${printable(main)}"`, {
      system: 'git',
      retryable: false,
    })
  const state = branch === main ? undefined : tips.get(branch)
  const observed = [...tips].filter(([name]) => name.startsWith(observedPrefix))
  return {
    main: tip,
    branch,
    ...(state === undefined ? {} : { state }),
    observed: new Map(observed),
  }
}

function observedDigest({ observed }: Ground): string | undefined {
  if (observed.size === 0) return undefined
  const lines = [...observed].map(([branch, tip]) => `${branch} ${tip}\n`).toSorted()
  return sha256(lines.join('')).slice(0, 16)
}
