#!/usr/bin/env node
import { processTerminal } from '../../lib/adapters/terminal.ts'
import { tooOld } from './node-version.ts'
import { failure, run } from './run.ts'

const terminal = processTerminal()
// Node's own exit code for an uncaught error is 1, which would read as "refused".
process.on('uncaughtException', (error) => {
  process.exitCode = failure(error, terminal, process.env)
})
const old = tooOld(process.versions.node)
if (old !== undefined) terminal.err(`netclaim: ${old}\n`)
const code = old === undefined ? await run(process.argv.slice(2), terminal, process.env) : 2
// Output that could not be written has set one already.
process.exitCode ??= code
