import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planner } from '../../functions/allocate/planner.ts'
import { allocate } from '../../functions/allocate.ts'
import { readTemplate } from '../../functions/cli/repo-template.ts'
import { makeState } from '../../functions/make-state.ts'
import { gitRepository, readState } from '../../lib/adapters/git.ts'
import { commitFiles, gitIn, newRepository, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()
const ENGINE = '0.1.0'
const STATE = 'netclaim/state'

/** A Service of the cluster that uses an address which no claim explains. */
const service = (address: string) => `apiVersion: v1
kind: Service
metadata:
  name: foreign
  namespace: elsewhere
spec:
  type: LoadBalancer
status:
  loadBalancer:
    ingress:
      - ip: "${address}"
`

test('facts that a cluster pushes are planned once, and hold what is in use', async () => {
  const repo = newRepository(join(scratch, 'claims'))
  commitFiles(repo, Object.fromEntries(readTemplate(ENGINE)))
  await makeState(repo, { planner, engine: ENGINE })
  const port = await gitRepository({ repo })
  const run = () => allocate(port, { planner, engine: ENGINE, main: 'main', state: STATE })
  gitIn(repo, 'checkout', '--quiet', '--orphan', 'netclaim/observed/one')
  gitIn(repo, 'rm', '-rq', '--force', '.')
  commitFiles(repo, { 'observed.yaml': service('198.51.100.22') })
  gitIn(repo, 'checkout', '--quiet', 'main')

  expect((await run()).map(({ occasion }) => occasion)).toEqual(['facts'])
  expect(await run()).toEqual([])
  commitFiles(repo, {
    'environments/example/mail.yaml': `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: mail
  namespace: example
spec: {}
`,
  })
  expect((await run()).map(({ commit }) => commit !== undefined)).toEqual([true])
  const book = (await readState(repo, STATE)).get('allocations/example.yaml') ?? ''
  expect(book).toContain('"198.51.100.23"')
  expect(book).not.toContain('"198.51.100.22"')
})

test('facts that cannot be used are told, and change nothing', async () => {
  const repo = newRepository(join(scratch, 'garbage'))
  commitFiles(repo, Object.fromEntries(readTemplate(ENGINE)))
  await makeState(repo, { planner, engine: ENGINE })
  const before = gitIn(repo, 'rev-parse', STATE)
  gitIn(repo, 'checkout', '--quiet', '-b', 'netclaim/observed/one')
  commitFiles(repo, { 'observed.yaml': 'a: [' })
  const port = await gitRepository({ repo })
  const planned = await allocate(port, { planner, engine: ENGINE, main: 'main', state: STATE })
  expect(planned.map(({ findings }) => findings.map(({ at }) => at?.file))).toEqual([
    ['observed/one.yaml'],
  ])
  expect(gitIn(repo, 'rev-parse', STATE)).toBe(before)
})

test.each<readonly [string, string, Uint8Array | undefined]>([
  ['a link', 'observed.yaml', undefined],
  ['no text', 'observed.yaml', Buffer.from([0xff])],
  ['more than is read', 'observed.yaml', Buffer.alloc(67_108_865)],
  ['beside it what is no text', 'photo.jpg', Buffer.from([0xff])],
])('a cluster whose file is %s stops nobody', async (what, path, content) => {
  const repo = newRepository(join(scratch, what))
  commitFiles(repo, Object.fromEntries(readTemplate(ENGINE)))
  await makeState(repo, { planner, engine: ENGINE })
  gitIn(repo, 'checkout', '--quiet', '--orphan', 'netclaim/observed/one')
  gitIn(repo, 'rm', '-rq', '--force', '.')
  if (content === undefined) symlinkSync('/etc/passwd', join(repo, path))
  commitFiles(repo, content === undefined ? {} : { [path]: content })
  const port = await gitRepository({ repo })
  const planned = await allocate(port, { planner, engine: ENGINE, main: 'main', state: STATE })
  const places = planned.flatMap(({ findings }) => findings.map(({ rule, at }) => [rule, at?.file]))
  expect(places).toEqual(
    path === 'observed.yaml' ? [['facts/unreadable', 'observed/one.yaml']] : [],
  )
})

test('the state branch is the one that netclaim.yaml names', async () => {
  const repo = newRepository(join(scratch, 'named'))
  commitFiles(repo, { 'netclaim.yaml': 'state:\n  branch: ledger\n' })
  await makeState(repo, { planner, engine: ENGINE })
  expect(gitIn(repo, 'for-each-ref', '--format=%(refname)')).toBe(
    'refs/heads/ledger\nrefs/heads/main',
  )
  commitFiles(repo, { 'netclaim.yaml': 'state:\n  branch: main\n' })
  await expect(makeState(repo, { planner, engine: ENGINE })).rejects.toThrow(
    /cannot hold claims and state/,
  )
})
