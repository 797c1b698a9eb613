import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { outside } from '../../lib/adapters/files.ts'
import { parseEndpoints } from '../../lib/adapters/ovsdb/endpoint.ts'
import { openNorthbound } from '../../lib/adapters/ovsdb/northbound.ts'
import { reportSender } from '../../lib/adapters/report-sender.ts'
import { printable } from '../../lib/domain/printable.ts'
import { CLUSTER } from '../allocate/observed.ts'
import type { TellSyncedOptions } from '../sync/tell-synced.ts'
import { systemClock } from '../system-clock.ts'
import { type Invocation, UsageError } from './command.ts'
import { wordOf } from './word-of.ts'

/** Whom the runs are told to, beside their own terminal; undefined: nobody. */
export function tellingOf(
  invocation: Invocation,
): Omit<TellSyncedOptions, 'cluster' | 'repository'> | undefined {
  const { options, terminal } = invocation
  const name = wordOf(invocation, 'cluster')
  for (const other of ['northbound', 'report'])
    if (name === undefined && options[other] !== undefined)
      throw new UsageError(`--${other} needs --cluster`)
  if (name !== undefined && !CLUSTER.test(name))
    throw new UsageError(`--cluster "${printable(name, 80)}" is no DNS label`)
  const northbound = northboundOf(invocation)
  const send = senderOf(invocation)
  if (options['dry-run'] === true) return undefined
  if (name === undefined)
    terminal.err('netclaim: without --cluster no facts are published: releases will wait\n')
  return {
    clock: systemClock,
    ...(name === undefined ? {} : { name }),
    ...(northbound === undefined ? {} : { northbound }),
    ...(send === undefined ? {} : { send }),
  }
}

function northboundOf(invocation: Invocation): TellSyncedOptions['northbound'] {
  const [text, folder] = [wordOf(invocation, 'northbound'), wordOf(invocation, 'northbound-tls')]
  if (text === undefined) {
    if (folder !== undefined) throw new UsageError('--northbound-tls needs --northbound')
    return undefined
  }
  const endpoints = parseEndpoints(text)
  if (endpoints === undefined)
    throw new UsageError('--northbound takes addresses such as tcp:10.0.0.1:6641,tcp:10.0.0.2:6641')
  if (folder === undefined) return openNorthbound(endpoints)
  const file = (name: string) => {
    const path = resolve(invocation.terminal.cwd, folder, name)
    return outside(path, () => readFileSync(path, 'utf8'))
  }
  const tls = { ca: file('cacert'), cert: file('cert'), key: file('key') }
  return openNorthbound(endpoints, { tls })
}

function senderOf(invocation: Invocation): TellSyncedOptions['send'] {
  const url = wordOf(invocation, 'report')
  if (url === undefined) return undefined
  if (!/^https?:\/\//.test(url)) throw new UsageError('--report takes an address, https://…')
  const secret = invocation.env['NETCLAIM_REPORT_SECRET'] ?? ''
  if (secret === '') throw new UsageError('--report needs NETCLAIM_REPORT_SECRET')
  return reportSender({ url, secret, clock: systemClock })
}
