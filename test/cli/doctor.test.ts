import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commitFiles, newRepository, scratchFolder } from '../git/sandbox.ts'
import { judgeJson } from '../summary/judge-json.ts'
import { netclaim } from './fake-terminal.ts'
import { folderOf } from './folder-of.ts'

const scratch = scratchFolder()

describe('doctor', () => {
  test('finds nothing in the template', async () => {
    expect(await netclaim(['doctor', 'repo-template'])).toEqual({
      code: 0,
      out: 'nothing is missing and nothing unsafe was found\n',
      err: '',
    })
  })

  const files = {
    CODEOWNERS: '* @acme/operators\n',
    'environments/.gitattributes': 'a/** export-ignore\n',
    '.github/workflows/ci.yml': 'on: pull_request_target\npermissions: {}\njobs: {}\n',
  }
  const wanted =
    /^\.github\/workflows\/ci\.yml:1:5: error\[setup\/workflow-target\][\s\S]*^environments\/\.gitattributes:1:1: error\[setup\/attributes-hide\]/m

  test('looks at the files of a folder', async () => {
    const { code, out } = await netclaim(['doctor', folderOf(files)])
    expect([code, out]).toEqual([1, expect.stringMatching(wanted)])
  })

  test('looks at the files of a revision', async () => {
    const repo = newRepository(join(scratch, 'repo'))
    const id = commitFiles(repo, files)
    commitFiles(repo, { CODEOWNERS: undefined })
    const { code, out } = await netclaim(['doctor', id], { cwd: repo })
    expect([code, out]).toEqual([1, expect.stringMatching(wanted)])
    expect((await netclaim(['doctor', 'HEAD'], { cwd: repo })).out).toContain(
      'setup/codeowners-missing',
    )
  })

  test('follows no link', async () => {
    const folder = folderOf({})
    symlinkSync(join(folderOf(files), 'CODEOWNERS'), join(folder, 'CODEOWNERS'))
    expect((await netclaim(['doctor', folder])).out).toContain('setup/codeowners-missing')
  })

  test('writes every format', async () => {
    const { out } = await netclaim(['doctor', folderOf({}), '--format', 'json'])
    expect(judgeJson(out)).toMatchObject({ verdict: 'refuse' })
  })

  test.each([
    [['--repo', 'acme/claims'], '--repo needs a token in GITHUB_TOKEN'],
    [['--repo', 'acme/..'], '"acme/.." is no OWNER/NAME'],
    [['--repo', 'acme/claims', '.'], '--repo and a folder or revision exclude each other'],
    [['--repo', 'acme/claims', '--app-id', 'x'], '"x" is no id of an app'],
    [
      ['--repo', 'acme/claims', '--api-url', 'http://example.com'],
      '--api-url must begin with https://',
    ],
  ])('%j says why', async (args, message) => {
    const env = message.includes('token') ? {} : { GITHUB_TOKEN: 'ghs_x' }
    const { code, err } = await netclaim(['doctor', ...args], { env })
    expect([code, err]).toEqual([2, expect.stringContaining(`netclaim: ${message}\n`)])
  })
})

describe('github-app', () => {
  test('prints the manifest, the least that is needed, and where to post it', async () => {
    const { code, out } = await netclaim([
      'github-app',
      '--url',
      'https://n.example.com/',
      '--org',
      'acme',
    ])
    const [manifest = '', link] = out.split('\n\nPost it as "manifest" to\n')
    expect(code).toBe(0)
    expect(JSON.parse(manifest)).toMatchObject({
      public: false,
      hook_attributes: { url: 'https://n.example.com/webhooks/github', active: true },
      default_permissions: {
        contents: 'write',
        checks: 'write',
        statuses: 'write',
        pull_requests: 'write',
        merge_queues: 'read',
        metadata: 'read',
      },
      default_events: ['check_run', 'check_suite', 'merge_group', 'pull_request', 'push'],
    })
    expect(link).toBe('https://github.com/organizations/acme/settings/apps/new\n')
  })

  test('without a host there is no webhook and no event', async () => {
    const { out } = await netclaim(['github-app', '--host', 'https://ghe.example.com'])
    const [manifest = '', link] = out.split('\n\nPost it as "manifest" to\n')
    expect(JSON.parse(manifest)).toMatchObject({ default_events: [] })
    expect(manifest).not.toContain('hook_attributes')
    expect(link).toBe('https://ghe.example.com/settings/apps/new\n')
  })

  test('the page posts it, and nothing that was typed is markup', async () => {
    const args = ['github-app', '--page', '--url', 'https://n.example.com/"><script>']
    const { out } = await netclaim(args)
    expect(out).toContain('<form method="post" action="https://github.com/settings/apps/new">')
    expect(out).not.toContain('<script>')
  })

  test.each([
    [['--url', 'http://n.example.com'], '--url must be an https:// address without a query'],
    [['--url', 'https://me:pw@n.example.com'], '--url must be an https:// address without a query'],
    [['--org', 'a/b'], '"a/b" is no name of an organisation'],
    [['--name', 'x'.repeat(35)], 'cannot be the name of an app: at most 34 letters'],
  ])('%j says why', async (args, message) => {
    const { code, err } = await netclaim(['github-app', ...args])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})
