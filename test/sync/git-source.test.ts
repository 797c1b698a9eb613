import { expect, test } from 'vitest'
import { gitSource } from '../../functions/sync/git-source.ts'
import type { Repository } from '../../lib/ports/repository.ts'
import { eip, environment } from '../functions/claims.ts'
import { stages } from './stage.ts'

const stage = stages()

/** What is asked of a repository, by name. */
function watched(repository: Repository) {
  const asked: string[] = []
  const handler: ProxyHandler<Repository> = {
    get(target, name, receiver) {
      asked.push(String(name))
      return Reflect.get(target, name, receiver)
    },
  }
  return { repository: new Proxy(repository, handler), take: () => asked.splice(0) }
}

test('while no branch moves, a round asks for the tips alone; and sees each that moves', async () => {
  const on = await stage({ ...environment('photon') })
  const { repository, take } = watched(on.repo.repository)
  const source = gitSource(repository, { main: 'main' })
  const round = async () => {
    const { run } = await on.sync({ source })
    return { commit: run.commit, asked: take() }
  }
  await round()
  // Now it is applied.
  const second = await round()
  const third = await round()
  expect(third).toEqual({ commit: second.commit, asked: ['tips'] })
  expect(second.asked.length).toBeGreaterThan(1)

  await on.repo.change(eip('photon', 'mail'))
  const moved = await round()
  expect(moved.commit).not.toBe(second.commit)
  expect(on.cluster.find('OvnEip photon-mail')).toBeDefined()
  await round()
  expect((await round()).asked).toEqual(['tips'])
})
