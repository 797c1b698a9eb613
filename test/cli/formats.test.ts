import { describe, expect, test } from 'vitest'
import { judgeXml } from '../summary/judge-xml.ts'
import { obeyed } from '../summary/runner.ts'
import { netclaim } from './fake-terminal.ts'
import { folderOf } from './folder-of.ts'

const files = { 'environments/photon-prod/more.yaml': 'kind: [\n' }

describe.each(['check', 'plan', 'capacity'])('%s', (command) => {
  const run = (format: string) => netclaim([command, '--head', folderOf(files), '--format', format])

  test('github', async () => {
    const { code, out } = await run('github')
    const [first] = obeyed(out)
    expect([code, first?.command]).toEqual([1, 'error'])
    expect(first?.properties).toMatchObject({ file: 'environments/photon-prod/more.yaml' })
    expect(out).toMatch(/^refused: /m)
  })

  test('sarif', async () => {
    const { code, out } = await run('sarif')
    const { runs } = JSON.parse(out) as { runs: { results: { ruleId: string }[] }[] }
    expect([code, runs[0]?.results[0]?.ruleId]).toEqual([1, expect.stringMatching(/^yaml\//)])
  })

  test('junit', async () => {
    const { code, out } = await run('junit')
    const { attributes } = judgeXml(out)
    expect([code, Number(attributes['failures']) > 0]).toEqual([1, true])
  })
})

test('render has them too', async () => {
  const args = ['render', '--head', folderOf(files), '--out', folderOf({}), '--format', 'github']
  expect(obeyed((await netclaim(args)).out).length).toBeGreaterThan(0)
})
