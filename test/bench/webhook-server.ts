import { readConfiguration } from '../../functions/configuration.ts'
import { jsonLog } from '../../functions/log.ts'
import { serve } from '../../functions/serve.ts'
import { fakeWork } from '../app/fake-work.ts'

// A server as `netclaim serve` runs it, whose functions do nothing. Tells its port on the channel to its parent.
const { port } = await serve({
  configuration: readConfiguration(process.env),
  work: fakeWork().work,
  log: jsonLog({ write: (line) => void process.stdout.write(`${line}\n`), now: Date.now }),
  port: 0,
  hostname: '127.0.0.1',
  sweepMs: 3_600_000,
  atOnce: 4,
  stopMs: 1_000,
})
process.send?.(port)
process.once('disconnect', () => process.exit())
