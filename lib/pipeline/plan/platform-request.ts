import type { Path } from '../../domain/document.ts'
import type { Facts } from '../../domain/facts.ts'
import type { State } from '../../domain/ledger/state.ts'
import type { Platform, PlatformInput } from '../../domain/platform.ts'
import { itemsAt, textAt } from '../../domain/rules/written.ts'

/** What a change of the platform is compared with. */
export interface PlatformChange {
  readonly before: Platform
  readonly after: PlatformInput
  readonly state: State
  readonly facts: Facts
}

/** Where the fields of a KMetal object stand. */
export const networking = ['spec', 'networking']

/** Where a provider subnet stands in the file; where it does not: its list. */
export function pathOfSubnet({ after }: PlatformChange, name: string): Path {
  const list = [...networking, 'providerNetworks']
  for (const network of itemsAt(after.document, list)) {
    for (const { path, value } of itemsAt(after.document, [...network.path, 'subnets'])) {
      if (textAt(value, ['name']) === name) return path
    }
  }
  return list
}
