import type { Settings } from '../settings.ts'
import type { AdmissionPolicy } from './admission-policy.ts'
import { cel, celString, isOurs, strangersOnly, wayOn } from './expressions.ts'

const on = [
  {
    group: 'metallb.io',
    version: 'v1beta1',
    resources: ['l2advertisements', 'bgpadvertisements'],
  },
]

const pools = {
  name: 'pools',
  expression:
    'has(object.spec) && has(object.spec.ipAddressPools) ? object.spec.ipAddressPools : []',
}

/** An advertisement that is not ours names its pools: without a list, or by labels, it would announce ours too. */
export function scopedAdvertisements(settings: Settings): AdmissionPolicy {
  return {
    name: 'scoped-advertisements',
    on,
    operations: ['CREATE', 'UPDATE'],
    conditions: conditions(settings),
    variables: [pools],
    validations: [
      {
        expression: 'variables.pools.size() > 0',
        message: said('has no spec.ipAddressPools and would announce every pool: name the pools'),
      },
      {
        expression: cel(
          '!has(object.spec) || !has(object.spec.ipAddressPoolSelectors) ||',
          'object.spec.ipAddressPoolSelectors.size() == 0',
        ),
        message: said(
          'chooses by spec.ipAddressPoolSelectors: name the pools in spec.ipAddressPools',
        ),
      },
    ],
  }
}

/** Nor does it name one of ours: each pool that is rendered has its own advertisement. */
export function othersPools(settings: Settings): AdmissionPolicy {
  return {
    name: 'advertised-pools',
    on,
    operations: ['CREATE', 'UPDATE'],
    conditions: conditions(settings),
    variables: [pools],
    validations: [
      {
        expression: cel(
          'request.namespace != params.metadata.namespace ||',
          '!(params.metadata.name in variables.pools)',
        ),
        message: cel(
          'request.kind.kind + " " + request.name + ": spec.ipAddressPools names " +',
          `params.metadata.name + ", which Netclaim announces: leave it out, " + ${celString(wayOn)}`,
        ),
      },
    ],
    params: { apiVersion: 'metallb.io/v1beta1', kind: 'IPAddressPool' },
  }
}

function conditions(settings: Settings) {
  return [...strangersOnly(settings), { name: 'not-ours', expression: `!${isOurs('object')}` }]
}

function said(what: string): string {
  return `request.kind.kind + " " + request.name + ${celString(` ${what}, ${wayOn}`)}`
}
