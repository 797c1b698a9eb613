import type { Claim, Cluster } from '../claims/claim.ts'
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
  return claimSpot(claim, variablePath(claim, name, path))
}

/** The path of `path` in the topology variable `name`; of all variables where that one is not there. */
export function variablePath(claim: Claim, name: string, path: Path): Path {
  const variables = ['spec', 'topology', 'variables']
  const variable = itemsAt(claim.document, variables).find(
    ({ value }) => textAt(value, ['name']) === name,
  )
  return variable === undefined ? variables : [...variable.path, 'value', ...path]
}
