import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitHeader } from '../../lib/adapters/actions/git-header.ts'
import { readJobEnvironment } from '../../lib/adapters/actions/job-environment.ts'
import { readJobEvent } from '../../lib/adapters/actions/job-event.ts'
import { scratchFolder } from '../git/sandbox.ts'
import { jobVariables, pullRequestEvent, REPOSITORY, TOKEN } from './job.ts'

const scratch = scratchFolder()
const head = 'a'.repeat(40)
const variables = (more: Readonly<Record<string, string>> = {}) =>
  jobVariables({ root: scratch }, 'pull_request', pullRequestEvent(7, head), more)

describe('the event of a pull request', () => {
  test('is reduced to its ids', () => {
    const event = readJobEvent('pull_request', pullRequestEvent(7, head), REPOSITORY)
    expect(event).toEqual({
      kind: 'pull_request',
      pullRequest: {
        number: 7,
        head,
        base: 'main',
        branch: 'topic',
        draft: false,
        isFork: true,
        state: 'open',
      },
    })
  })

  test.each([
    ['of this repository', { full_name: 'ACME/claims' }, false],
    ['of a fork', { full_name: 'stranger/claims' }, true],
    ['of a fork that is gone', null, true],
  ])('%s', (_, repo, isFork) => {
    const given = pullRequestEvent(7, head, { head: { sha: head, ref: 't', repo } })
    expect(readJobEvent('pull_request', given, REPOSITORY)).toMatchObject({
      pullRequest: { isFork },
    })
  })

  test.each([
    ['a head that is no id', { head: { sha: '--upload-pack=x', ref: 't' } }],
    ['a base that Git would take for an option', { base: { ref: '-x' } }],
    ['a base with a blank', { base: { ref: 'a b' } }],
    ['a base that climbs', { base: { ref: 'a/../b' } }],
    ['a state of its own', { state: 'merged' }],
  ])('with %s is none', (_, more) => {
    expect(readJobEvent('pull_request', pullRequestEvent(7, head, more), REPOSITORY)).toBe(
      undefined,
    )
  })
})

test('a merge group and a push are reduced to their commits and branches', () => {
  const group = {
    action: 'checks_requested',
    merge_group: {
      head_sha: head,
      head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-x',
      base_sha: 'b'.repeat(40),
      base_ref: 'refs/heads/main',
    },
  }
  expect(readJobEvent('merge_group', group, REPOSITORY)).toEqual({
    kind: 'merge_group',
    head,
    base: 'b'.repeat(40),
    branch: 'main',
  })
  expect(readJobEvent('push', { ref: 'refs/heads/main', after: head }, REPOSITORY)).toEqual({
    kind: 'push',
    branch: 'main',
    after: head,
  })
  expect(readJobEvent('push', { ref: 'refs/tags/v1', after: head }, REPOSITORY)).toBe(undefined)
})

describe('the environment', () => {
  test('of a job is read', () => {
    expect(readJobEnvironment(variables())).toMatchObject({
      repository: REPOSITORY,
      url: `file://${scratch}/server/acme/claims`,
      token: TOKEN,
      event: { kind: 'pull_request' },
    })
  })

  test.each([
    ['a name that leaves its folder', { GITHUB_REPOSITORY: 'acme/..' }, 'GITHUB_REPOSITORY'],
    ['a token that ends its header', { GITHUB_TOKEN: 'a\r\nX: y' }, 'GITHUB_TOKEN'],
    ['another protocol', { GITHUB_SERVER_URL: 'ext::sh' }, 'GITHUB_SERVER_URL'],
    ['no folder to work in', { RUNNER_TEMP: '' }, 'RUNNER_TEMP'],
  ])('with %s is refused by name, without the value', (_, more, name) => {
    const wrong = new RegExp(`^this is no job that can be used: ${name} missing or malformed$`)
    expect(() => readJobEnvironment(variables(more))).toThrow(wrong)
  })

  test('with a secret in the address is refused', () => {
    const more = { GITHUB_SERVER_URL: 'https://me:s3cret@example.com' }
    expect(() => readJobEnvironment(variables(more))).toThrow(/^GITHUB_SERVER_URL holds more/)
  })

  test.each(['pull_request_target', 'workflow_run'])('of %s is refused, and says why', (name) => {
    expect(() => readJobEnvironment(variables({ GITHUB_EVENT_NAME: name }))).toThrow(
      /the rights of main for what a stranger wrote/,
    )
  })

  test.each([
    ['is no JSON', '{'],
    ['is missing', undefined],
  ])('whose event %s is refused', (_, text) => {
    const path = join(scratch, 'event.json')
    if (text !== undefined) writeFileSync(path, text)
    const more = { GITHUB_EVENT_PATH: text === undefined ? join(scratch, 'none') : path }
    expect(() => readJobEnvironment(variables(more))).toThrow(/GITHUB_EVENT_PATH cannot be read/)
  })
})

describe('the header for Git', () => {
  const basic = Buffer.from(`x-access-token:${TOKEN}`).toString('base64')

  test('is bound to the server, and no redirect is followed', () => {
    expect(gitHeader('https://github.com/acme/claims', TOKEN)).toEqual({
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.followRedirects',
      GIT_CONFIG_VALUE_0: 'false',
      GIT_CONFIG_KEY_1: 'http.https://github.com/.extraHeader',
      GIT_CONFIG_VALUE_1: `Authorization: Basic ${basic}`,
    })
  })

  test.each([
    ['without a token', 'https://github.com/a/b', undefined],
    ['for a folder', 'file:///srv/a/b', TOKEN],
  ])('shows nothing %s', (_, url, token) => {
    expect(gitHeader(url, token)).toMatchObject({ GIT_CONFIG_COUNT: '1' })
  })

  test('is not sent in clear text to another machine', () => {
    expect(() => gitHeader('http://github.example/a/b', TOKEN)).toThrow(
      'the token is not sent to github.example, since the address is no https',
    )
    expect(gitHeader('http://127.0.0.1:8080/a/b', TOKEN)).toMatchObject({ GIT_CONFIG_COUNT: '2' })
  })
})
