import { beforeAll, describe, expect, test } from 'vitest'
import { markdown } from '../../lib/adapters/embedded-forge/page/markdown.ts'
import { gitIn } from '../git/sandbox.ts'
import { newBranch } from './new-branch.ts'
import { type Started, started } from './started.ts'
import { mailbox } from './webhook-judge.ts'

const BAD = '<script>alert(1)</script>"\'<img src=x onerror=alert(1)>'
const { target, names } = mailbox()
let it: Started

beforeAll(async () => {
  it = await started('page', { 'a.yaml': 'one: 1\ntwo: 2\n' }, { webhook: target })
})

async function look(path: string): Promise<string> {
  const answer = await fetch(`${it.forge.url}${path}`)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  return answer.text()
}

function press(path: string, fields: Readonly<Record<string, string>> = {}, origin = it.forge.url) {
  const body = new URLSearchParams(fields)
  return fetch(`${it.forge.url}${path}`, {
    method: 'POST',
    body,
    headers: { origin },
    redirect: 'manual',
  })
}

test('a person opens a pull request, sees its check on the line, asks again, and merges', async () => {
  const { forge, app, at, dir } = it
  const branch = newBranch(dir, { 'a.yaml': `one: 1\ntwo: ${BAD}\n` })
  expect(await look('/')).toContain('<a href="/octo/claims">octo/claims</a>')
  expect(await look('/octo/claims')).toContain(
    `<input type="hidden" name="head" value="${branch}">`,
  )
  const opened = await press('/octo/claims/pulls', { head: branch })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/octo/claims/pull/1'])

  const annotation = {
    path: 'a.yaml',
    start_line: 2,
    end_line: 2,
    annotation_level: 'failure',
    title: BAD,
    message: 'not "so"',
  } as const
  const summary = `| pool | full |\n|---|---|\n| ${BAD} | 3 % |\n\n<details><summary>1 manifest</summary>\n\n\`\`\`diff\n+<b>\n\`\`\`\n\n</details>`
  const { data: run } = await app.checks.create({
    ...at,
    name: 'netclaim',
    head_sha: gitIn(dir, 'rev-parse', branch),
    conclusion: 'failure',
    output: { title: BAD, summary, annotations: [annotation] },
  })
  const shown = await look('/octo/claims/pull/1')
  expect(shown).toMatch(
    /id="a\.yaml:2"><td class="number">2<\/td><td>\+two: &lt;script&gt;[^\n]*<\/td><\/tr><tr><td><\/td><td class="notes"><div class="note failure">/,
  )
  expect(shown).toContain('not &quot;so&quot;')
  const check = await look(`/octo/claims/runs/${run.id}`)
  expect(check).toContain('<details><summary>1 manifest</summary>')
  expect(check).toContain('<table>')
  for (const text of [shown, check])
    expect(text).not.toMatch(/<script|<img|<b>|onerror=alert\(1\)>"/)

  expect((await press(`/octo/claims/runs/${run.id}/rerequest`)).status).toBe(303)
  expect((await press('/octo/claims/pull/1/state', { state: 'closed' })).status).toBe(303)
  expect((await press('/octo/claims/pull/1/merge', { method: 'merge' })).status).toBe(405)
  expect((await press('/octo/claims/pull/1/state', { state: 'open' })).status).toBe(303)
  expect((await press('/octo/claims/pull/1/merge', { method: 'squash' })).status).toBe(303)
  expect(gitIn(dir, 'show', 'main:a.yaml')).toContain('<script>')
  expect(await look('/octo/claims/pull/1')).toContain(
    '<strong class="badge merged">merged</strong>',
  )
  await app.repos.createCommitStatus({
    ...at,
    sha: gitIn(dir, 'rev-parse', 'main'),
    state: 'success',
    context: 'netclaim/allocate',
    description: BAD,
  })
  const commit_sha = gitIn(dir, 'rev-parse', 'main')
  await app.repos.createCommitComment({ ...at, commit_sha, body: `**not all** ${BAD}` })
  const front = await look('/octo/claims')
  expect(front).toContain('netclaim/allocate')
  const commit = await look(`/octo/claims/commit/${commit_sha}`)
  expect(commit).toContain('<strong>not all</strong>')
  for (const html of [front, commit]) expect(html).not.toMatch(/<script|<img/)
  await forge.settle()
  expect(names()).toContain('check_run.rerequested')
  expect(forge.failures).toEqual([])
})

test('nothing is done for a form of another site, nor by another name', async () => {
  expect((await press('/octo/claims/pulls', { head: 'main' }, 'https://evil.example')).status).toBe(
    403,
  )
  const { port } = new URL(it.forge.url)
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path: '/octo/claims', headers: { host: 'evil.example' } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
    call.on('error', reject).end()
  })
  expect(status).toBe(403)
})

describe('markdown of a stranger', () => {
  test.each([
    ['<a href="javascript:alert(1)">x</a>', /<a/],
    ['[x](javascript:alert(1))', /<a|href/],
    ['[x](data:text/html,hello)', /<a|href/],
    ['![x](https://evil.example/a.png)', /<img/],
    ['<details open onclick="x()">', /<details/],
    ['[x](https://a.example/"onmouseover="x)', /" ?onmouseover/],
    ['```html\n<script>\n```', /<script/],
    ['`<script>` &lt;b&gt; <style>p{}</style> <svg/onload=x>', /<(?:script|style|svg|b>)/],
    ['<https://a.example/?"><script>', /<script/],
    ['| a |\n|---|\n| <script> |', /<script/],
  ])('%j', (text, bad) => {
    expect(String(markdown(text))).not.toMatch(bad)
  })

  test('shows small print, and hides what a program left for itself', () => {
    const shown = String(markdown('<!-- mark\nof it -->\n### a\n\n<sub>b</sub> <scr<!-- -->ipt>'))
    expect(shown).toContain('<sub>b</sub>')
    expect(shown).not.toMatch(/mark|<!--|<script/)
  })

  test('keeps tables, folds and links', () => {
    const text =
      '| a |\n|---|\n| `b` |\n\n<details><summary>c</summary>\n\nd\n\n</details>\n\n[e](https://f.example)'
    const shown = String(markdown(text))
    for (const part of [
      '<table>',
      '<code>b</code>',
      '<details><summary>c</summary>',
      '</details>',
      'href="https://f.example"',
    ])
      expect(shown).toContain(part)
  })
})
