import type { Cluster } from '../claims/claim.ts'
import type { Path } from '../document.ts'
import type { Finding } from '../finding.ts'
import { claimSpot } from './spot.ts'
import { itemsAt, textAt } from './written.ts'

/** Where `key` of the variable `controlPlane.network` of a Cluster stands. */
export function controlPlaneSpot(claim: Cluster, key: string): Partial<Finding> {
  return variableSpot(claim, 'controlPlane', ['network', key])
}

/** Where `path` in the topology variable `name` of a Cluster stands. */
export function variableSpot(claim: Cluster, name: string, path: Path): Partial<Finding> {
  const variables = ['spec', 'topology', 'variables']
  const variable = itemsAt(claim.document, variables).find(
    ({ value }) => textAt(value, ['name']) === name,
  )
  return claimSpot(claim, variable === undefined ? variables : [...variable.path, 'value', ...path])
}
