import type { AdmissionPolicy } from '../../admission/admission-policy.ts'
import {
  cel,
  celString,
  celStrings,
  clusterAccounts,
  subject,
} from '../../admission/expressions.ts'
import { poolLabel } from '../../vip/lb-contract.ts'
import { poolPrefix, recordKey } from '../delegation-record.ts'
import { allocatorNamespace } from '../profile-metadata.ts'

const asks = ' VIP blocks are asked for by spec.loadBalancer.blocks of the KdcCluster'
const selectors = `[{"matchLabels": {${celString(poolLabel.key)}: ${celString(poolLabel.value)}}}]`

/**
 * The record leads: a pool is one block of it, under that block's name and for labelled Services, and stays as long as the
 * record has the block. Who asks does not matter, since the administrators of the cluster and the platform come with the
 * same certificate.
 */
export const delegatedPools: AdmissionPolicy = {
  name: 'lb-pools',
  on: [{ group: 'metallb.io', version: 'v1beta1', resources: ['ipaddresspools'] }],
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  conditions: [],
  variables: [
    {
      name: 'blocks',
      expression: cel(
        'has(params.data) && "enabled" in params.data && params.data["enabled"] == "true" &&',
        '"blocks" in params.data ? params.data["blocks"] : ""',
      ),
    },
    { name: 'there', expression: 'dyn(object != null ? object : oldObject)' },
    {
      name: 'address',
      expression: cel(
        `request.namespace == ${celString(allocatorNamespace)} &&`,
        'variables.there.spec.addresses.size() == 1 ? variables.there.spec.addresses[0] : "none"',
      ),
    },
    { name: 'isDelegated', expression: 'variables.address in variables.blocks.split(",")' },
    {
      name: 'allocation',
      expression: cel(
        'dyn(has(variables.there.spec.serviceAllocation) ?',
        'variables.there.spec.serviceAllocation : {})',
      ),
    },
  ],
  validations: [
    {
      expression: 'request.operation == "DELETE" || variables.isDelegated',
      message: cel(
        `${subject} + ": its addresses are not one block of " +`,
        `(variables.blocks == "" ? "any, and none is delegated to this cluster now:" :`,
        `variables.blocks + ", which are delegated to this cluster:") + ${celString(asks)}`,
      ),
    },
    {
      expression: cel(
        'request.operation == "DELETE" ||',
        `request.name == ${celString(poolPrefix)} + variables.address.split("/")[0]`,
      ),
      message: cel(
        `${subject} + ": the pool of " + variables.address + " is called " +`,
        `${celString(poolPrefix)} + variables.address.split("/")[0]`,
      ),
    },
    {
      expression: cel(
        'request.operation == "DELETE" ||',
        `has(variables.allocation.serviceSelectors) && variables.allocation.serviceSelectors == ${selectors} &&`,
        '!has(variables.allocation.namespaces) && !has(variables.allocation.namespaceSelectors)',
      ),
      message: cel(
        `${subject} +`,
        celString(`: it is for all Services with label ${poolLabel.key}: ${poolLabel.value}`),
      ),
    },
    {
      expression: cel(
        'request.operation != "DELETE" || !variables.isDelegated ||',
        `request.userInfo.username in ${celStrings(clusterAccounts)}`,
      ),
      message: cel(
        `${subject} + ": " + variables.address + " is delegated to this cluster by ConfigMap " +`,
        celString(
          `${recordKey.namespace}/${recordKey.name}, and every Service on it would lose its address`,
        ),
      ),
    },
  ],
  params: { apiVersion: 'v1', kind: 'ConfigMap', one: recordKey },
}
