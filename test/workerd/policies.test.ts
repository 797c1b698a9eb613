import { expect, test } from 'vitest'
import { celFor } from '../../functions/cel-for.ts'

test('CEL is evaluated in the runtime of Workers, loaded where there are policies', async () => {
  const text = { kind: 'text', text: '' } as const
  expect(await celFor(new Map([['platform/kmetal.yaml', text]]), undefined)).toEqual({})
  const { cel } = await celFor(new Map([['platform/policies/a.yaml', text]]))
  const compiled = cel?.compile(
    'cidr("10.0.0.0/8").containsIP("10.1.2.3") && quantity("1Ki").isGreaterThan(quantity("1k")) && "nat".matches("(?i)^N")',
    'bool',
  )
  const outcome = compiled !== undefined && 'run' in compiled ? compiled.run({}) : compiled
  expect(outcome).toEqual({ value: true })
})
