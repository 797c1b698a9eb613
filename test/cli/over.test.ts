import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitIn, scratchFolder } from '../git/sandbox.ts'
import { ClaimsHistory } from '../history/claims-history.ts'

const scratch = scratchFolder()
const lasting = (until: string) => ({
  'platform/reservations.yaml': `apiVersion: netclaim.dev/v1alpha1
kind: Reservation
metadata: {name: partners}
spec: {pool: ext-a, addresses: [198.51.100.40], reason: firewalls, until: "${until}"}
`,
})

test.each([
  ['2026-01-31', true],
  ['2026-02-01', false],
])(
  'the check of a Reservation until %s, made on the 1st of February, says that it is over: %s',
  async (until, isOver) => {
    const history = await ClaimsHistory.begin(join(scratch, until))
    gitIn(history.repo, 'checkout', '--quiet', '-b', 'change')
    history.commit(lasting(until), 'Keep one', { day: '02-01' })
    const { code, out } = await history.run(
      'check',
      '--head',
      'change',
      '--base',
      'main',
      '--state',
      'netclaim/state',
    )
    expect([code, out.includes('warning[reservation/over]')]).toEqual([0, isOver])
  },
)
