import type { Rule } from './rule.ts'

const source = 'design: what operators set aside is granted by them alone'

/** What is set aside, what rests, and what may become of it. */
export const reservationRules = {
  kept: {
    id: 'reservation/kept',
    severity: 'error',
    wants: 'An address that a Reservation keeps goes to no other environment.',
    why: 'Whoever it is kept for has it in firewalls, contracts or DNS already.',
    example: 'v4Ip: 198.51.100.40 in nova-dev, which Reservation edge keeps for photon-prod',
    source,
  },
  held: {
    id: 'reservation/held',
    severity: 'warning',
    wants: 'What a Reservation keeps is held by nobody else.',
    why: 'What a claim holds it keeps: the Reservation counts only from when that one is gone.',
    example: 'addresses: [198.51.100.24] for photon-prod while EipClaim nova-dev/web holds it',
    source: 'design: who is there first stays',
  },
  overlap: {
    id: 'reservation/overlap',
    severity: 'error',
    wants: 'No address is kept for two environments.',
    why: 'Neither could have it: until one of the two goes, nobody gets it.',
    example: '198.51.100.40..198.51.100.49 for photon-prod, 198.51.100.45 for nobody',
    source,
  },
  unknownPool: {
    id: 'reservation/unknown-pool',
    severity: 'error',
    wants: 'A Reservation names a pool that there is.',
    why: 'It keeps nothing, and somebody may believe that it does.',
    example: 'pool: ext-z',
    source,
  },
  unknownEnvironment: {
    id: 'reservation/unknown-environment',
    severity: 'info',
    wants: 'A Reservation names an environment that there is, or that is to come.',
    why: 'A name that is misspelt keeps the addresses for nobody, and its pins are refused.',
    example: 'environment: photon-prd',
    source,
  },
  outside: {
    id: 'reservation/outside',
    severity: 'warning',
    wants: 'A Reservation keeps addresses that its pool could give.',
    why: 'What is outside, or excluded, nobody gets, with or without it.',
    example: 'pool: ext-a, addresses: [203.0.113.9]',
    source,
  },
  over: {
    id: 'reservation/over',
    severity: 'warning',
    wants: 'A Reservation goes when its last day is over.',
    why: 'It is kept all the same: nothing is lost by the passing of time, and nothing given twice.',
    example: 'until: "2026-12-31", in 2027',
    source: 'design: losing something is never a side effect',
  },
  cooling: {
    id: 'pool/cooling',
    severity: 'error',
    wants: 'An address rests for the time of settings.reuse.after before another claim gets it.',
    why: 'DNS, firewalls and peers still take it for the one that had it.',
    example:
      'v4Ip: 198.51.100.24, an hour after EipClaim photon-prod/web was gone, with reuse.after: 7d',
    source: 'design: who comes after is not taken for who was there',
  },
} as const satisfies Record<string, Rule>
