import * as z from 'zod'
import { note } from './claims/field.ts'
import { duration } from './duration.ts'

/** When an address may go to another claim than the one that had it. */
export const ReuseSetting = note(
  z
    .strictObject({
      after: note(duration.optional(), {
        description:
          'How long an address rests once it is proven gone, by the time of commits, before another claim than the one that had it may get it.',
        examples: ['7d'],
        default: '0s',
        unit: 'duration: a whole number, and s, m, h or d',
      }),
    })
    .optional(),
  {
    description: 'When addresses go to others.',
    examples: [{ after: '7d' }],
    unit: 'times',
  },
)
