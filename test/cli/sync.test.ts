import { describe, expect, test } from 'vitest'
import { netclaim } from './fake-terminal.ts'

const secret = { NETCLAIM_REPORT_SECRET: 'long enough to be one' }

describe('netclaim sync does not start', () => {
  test.each([
    [['--northbound', 'tcp:10.0.0.1:6641'], '--northbound needs --cluster'],
    [['--report', 'https://netclaim.example.org'], '--report needs --cluster'],
    [['--cluster', 'Prod_1'], '--cluster "Prod_1" is no DNS label'],
    [['--cluster', 'one', '--northbound', '10.0.0.1'], '--northbound takes addresses such as'],
    [['--cluster', 'one', '--northbound-tls', '/tls'], '--northbound-tls needs --northbound'],
    [
      ['--cluster', 'one', '--northbound', 'ssl:10.0.0.1:6641', '--northbound-tls', '/nowhere'],
      '"/nowhere/cacert" cannot be read: there is no such file or folder',
    ],
    [['--cluster', 'one', '--report', 'netclaim.example.org'], '--report takes an address'],
  ])('with %j', async (args, message) => {
    const { code, out, err } = await netclaim(['sync', ...args], { env: secret })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })

  test.each([
    [['--listen', '0.0.0.0:8080'], { NETCLAIM_WEBHOOK_SECRET: 'long enough to be one' }, '--every'],
    [['--listen', '8080', '--every', '30s'], {}, '--listen takes HOST:PORT'],
    [['--listen', '[::]:80800', '--every', '30s'], {}, '--listen takes HOST:PORT'],
    [['--listen', '[::]:8080', '--every', '30s'], {}, '--listen needs NETCLAIM_WEBHOOK_SECRET'],
    [
      ['--listen', '[::]:8080', '--every', '30s'],
      { NETCLAIM_WEBHOOK_SECRET: 'hunter2' },
      'NETCLAIM_WEBHOOK_SECRET is shorter than 16 characters',
    ],
  ])('with %j and %j', async (args, env, message) => {
    const { code, err } = await netclaim(['sync', ...args], { env })
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).not.toContain('hunter2')
  })

  test('with reports that nobody signs', async () => {
    const { code, err } = await netclaim(
      ['sync', '--cluster', 'one', '--report', 'https://netclaim.example.org'],
      { env: {} },
    )
    expect([code, err]).toEqual([2, expect.stringContaining('needs NETCLAIM_REPORT_SECRET')])
  })

  test('without saying that nothing is published, where no cluster is named', async () => {
    const { err } = await netclaim(['sync', '--repo', '/nowhere'], { env: {} })
    expect(err).toContain('without --cluster no facts are published')
    const dry = await netclaim(['sync', '--repo', '/nowhere', '--dry-run'], { env: {} })
    expect(dry.err).not.toContain('--cluster')
  })
})
