import { schema as github } from '@octokit/graphql-schema'
import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { moveQuery } from '../../lib/adapters/github/move-branch.ts'
import { objectQuery } from '../../lib/adapters/github/object-query.ts'
import { openPullRequestsQuery } from '../../lib/adapters/github/pull-requests.ts'
import { statusesQuery } from '../../lib/adapters/github/statuses.ts'
import { tipsQuery } from '../../lib/adapters/github/tips.ts'

// The published text defines two fields twice.
const schema = buildSchema(github.idl, { assumeValid: true, assumeValidSDL: true })
const id = 'a'.repeat(40)

test.each([
  [
    'objects',
    objectQuery([
      { type: 'commit', id },
      { type: 'tree', id },
      { type: 'blob', id },
    ]),
  ],
  ['tips', tipsQuery(['main', 'a/"b'], [{ prefix: 'x/' }, { prefix: 'y/', after: 'cursor' }])],
  ['the first page of pull requests', openPullRequestsQuery('main', {})],
  ['a later page of them', openPullRequestsQuery('main', { appId: 7, after: 'cursor' })],
  ['statuses', statusesQuery([id, id])],
  ['a move', moveQuery('node', { branch: 'b', to: id, from: id })],
])('GitHub’s schema has the query for %s', (_, { text, variables }) => {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  const [operation] = document.definitions
  const declared =
    operation?.kind === 'OperationDefinition'
      ? operation.variableDefinitions?.map(({ variable }) => variable.name.value)
      : []
  const given = Object.keys({
    ...(text.startsWith('query') ? { owner: '', repo: '' } : {}),
    ...variables,
  })
  expect(declared?.toSorted()).toEqual(given.toSorted())
})

test('what a stranger names stands in no query, but beside it', () => {
  const { text, variables } = tipsQuery(['a"){evil'], [])
  expect(text).not.toContain('evil')
  expect(variables).toEqual({ n0: 'refs/heads/a"){evil' })
})
