import { expect, test } from 'vitest'
import { gitSource } from '../../functions/sync/git-source.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { eip, environment } from '../functions/claims.ts'
import { gitIn } from '../git/sandbox.ts'
import { STATE } from './claims-repository.ts'
import { stages } from './stage.ts'

const stage = stages()

/** A mirror whose remote does not answer. */
function away(repository: Repository, retryable = true): Repository {
  const no = new OutsideError('could not resolve host', { system: 'git', retryable })
  return { ...repository, tips: () => Promise.reject(no) }
}

test('while the forge is away, what was applied last is held up; then what was merged meanwhile is applied', async () => {
  const on = await stage({ ...environment('photon'), ...eip('photon', 'web') })
  const { repository } = on.repo
  const source = gitSource(away(repository), { main: 'main' })
  await expect(on.sync({ source })).rejects.toThrow('could not resolve host')
  await on.sync()
  const applied = on.repo.tip()
  await on.repo.change(eip('photon', 'mail'))
  await on.cluster.remove(
    { apiVersion: 'kubeovn.io/v1', kind: 'OvnSnatRule', name: 'photon-production' },
    { uid: on.cluster.find('OvnSnatRule photon-production')?.metadata.uid ?? '' },
  )

  const { run, refused } = await on.sync({ source })
  expect([refused, run.commit]).toEqual([false, applied])
  expect(run.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
    'warning sync/forge-away',
  ])
  expect(on.cluster.find('OvnSnatRule photon-production')).toBeDefined()
  expect(on.cluster.find('OvnEip photon-mail')).toBeUndefined()

  expect((await on.sync()).run.findings).toEqual([])
  expect(on.cluster.find('OvnEip photon-mail')).toBeDefined()
})

test('a forge that says no is not away', async () => {
  const on = await stage({ ...environment('photon') })
  await on.sync()
  const source = gitSource(away(on.repo.repository, false), { main: 'main' })
  await expect(on.sync({ source })).rejects.toThrow('could not resolve host')
})

test('a commit of the state that a person asked for is no other while the forge is away', async () => {
  const on = await stage({ ...environment('photon') })
  await on.sync()
  const commit = gitIn(on.repo.folder, 'rev-parse', STATE)
  const source = gitSource(away(on.repo.repository), { main: 'main', commit })
  await expect(on.sync({ source })).rejects.toThrow('could not resolve host')
})
