import { eip, environment } from '../functions/claims.ts'
import type { Files } from '../functions/stage.ts'
import { claim, platformFile } from '../plan/files.ts'
import type { Chance } from './chance.ts'

const namespaces = ['photon', 'solar', 'nova', 'lunar']

/** What main holds at first: four environments, each with two claims that may be removed. */
export const firstFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'platform/kmetal.yaml': platformFile(),
    ...Object.assign({}, ...namespaces.map((one, n) => environment(one, 100 + n))),
    ...Object.assign({}, ...namespaces.flatMap((one) => [eip(one, 'first'), eip(one, 'second')])),
  } as Files).map(([path, text = '']) => [path, text]),
)

/** One pull request, and what its author does once it is merged. */
export interface Proposal {
  readonly files: Files
  readonly after?: Files
}

/** The n-th pull request: some pin the same address, some overlap, some remove a claim and bring it back, some meet in a file. */
export function proposal(n: number, chance: Chance): Proposal {
  const namespace = namespaces[chance.below(namespaces.length)] ?? ''
  const luck = chance.next()
  if (luck < 0.3) return { files: eip(namespace, `e${n}`, pinned(chance)) }
  if (luck < 0.45) return { files: subnet(namespace, n, chance) }
  if (luck < 0.65) {
    const gone = eip(namespace, chance.next() < 0.5 ? 'first' : 'second')
    const files = Object.fromEntries(Object.keys(gone).map((path) => [path, undefined]))
    return chance.next() < 0.6 ? { files, after: gone } : { files }
  }
  if (luck < 0.8)
    return {
      files: {
        [`environments/${namespace}/shared.yaml`]: claim('EipClaim', `e${n}`, '{type: nat}'),
      },
    }
  return { files: { ...eip(namespace, `e${n}`), ...eip(namespace, `e${n}-more`, pinned(chance)) } }
}

/** Five addresses for all, so that some collide. */
function pinned(chance: Chance): string {
  return `198.51.100.${40 + chance.below(5)}`
}

/** Four networks for all, of which two overlap and one is taken. */
function subnet(namespace: string, n: number, chance: Chance): Files {
  const block = ['10.200.0.0/24', '10.200.0.128/25', '10.201.0.0/24', '10.100.0.0/25'][
    chance.below(4)
  ]
  const text = claim('SubnetClaim', `s${n}`, `{cidrBlock: ${block}}`)
  return { [`environments/${namespace}/subnet-${n}.yaml`]: text }
}
