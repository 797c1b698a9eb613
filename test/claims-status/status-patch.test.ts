import { describe, expect, test } from 'vitest'
import { claimEvents, eventObject } from '../../lib/pipeline/claims-status/claim-events.ts'
import { claimStatuses } from '../../lib/pipeline/claims-status/claim-statuses.ts'
import { statusPatch } from '../../lib/pipeline/claims-status/status-patch.ts'
import { dying, inputOf, tenant } from './sample.ts'

const [early, late] = ['2026-11-30T00:00:00Z', '2026-11-30T01:00:00Z']
const { web } = tenant()
const statusOf = (input = inputOf()) => {
  const found = claimStatuses(input).find(({ name }) => name === 'web')
  if (found === undefined) throw new Error('no claim "web"')
  return found
}
/** The claim as it stands in the cluster after its status was written. */
const written = (input = inputOf(), now = early) => ({
  ...web,
  status: statusPatch(statusOf(input), now).status,
})

describe('the patch of a status', () => {
  test('holds the status and the condition Ready alone', () => {
    expect(statusPatch(statusOf(), early)).toEqual({
      apiVersion: 'network.kmetal.io/v1alpha1',
      kind: 'EipClaim',
      metadata: { name: 'web', namespace: 'photon-prod' },
      status: {
        eip: 'photon-prod-web',
        v4Ip: '203.0.113.24',
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'EipReady',
            message: '203.0.113.24 is assigned',
            observedGeneration: 1,
            lastTransitionTime: early,
          },
        ],
      },
    })
  })

  test('is the same later on while nothing changes', () => {
    const again = statusOf(inputOf({ web: written() }))
    expect(statusPatch(again, late)).toEqual(statusPatch(statusOf(), early))
  })

  test('has the time of a change of status, not of a change of reason', () => {
    const red = inputOf({ web: written(), webEip: undefined })
    expect(statusPatch(statusOf(red), late).status).toMatchObject({
      conditions: [{ status: 'False', lastTransitionTime: late }],
    })
    const former = written(inputOf({ webEip: undefined }))
    const other = statusPatch(statusOf(inputOf({ web: dying(former) })), late)
    expect(other.status).toMatchObject({
      conditions: [{ reason: 'Releasing', lastTransitionTime: early }],
    })
  })
})

describe('the events of a claim', () => {
  const eventsAfter = (former: object, changes: Parameters<typeof inputOf>[0] = {}) =>
    claimEvents([statusOf(inputOf({ web: { ...web, ...former }, ...changes }))])

  test('tell what is new, and nothing twice', () => {
    const [first, ...more] = claimEvents([statusOf()])
    expect(more).toEqual([])
    expect(first).toMatchObject({ type: 'Normal', reason: 'EipReady' })
    expect(eventsAfter(written())).toEqual([])
  })

  test('warn of what is not ready, each reason once', () => {
    const changes = { webEip: undefined }
    expect(eventsAfter(written(), changes)).toMatchObject([
      {
        claim: { kind: 'EipClaim', namespace: 'photon-prod', name: 'web', uid: 'uid-web' },
        type: 'Warning',
        reason: 'EipNotReady',
        message: 'OvnEip "photon-prod-web" is not there yet',
      },
    ])
    expect(eventsAfter(written(inputOf(changes)), changes)).toEqual([])
  })

  test('are objects of the claim, the same for the same event at the same time', () => {
    const [event] = claimEvents([statusOf()])
    if (event === undefined) throw new Error('no event')
    const object = eventObject(event, early)
    expect(object).toMatchObject({
      kind: 'Event',
      metadata: { namespace: 'photon-prod' },
      involvedObject: { kind: 'EipClaim', name: 'web', namespace: 'photon-prod', uid: 'uid-web' },
    })
    expect(object.metadata.name).toMatch(/^web\.[0-9a-f]{16}$/)
    expect(eventObject(event, early)).toEqual(object)
    expect(eventObject(event, late).metadata.name).not.toBe(object.metadata.name)
  })
})
