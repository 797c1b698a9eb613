import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../../functions/cli/run.ts'
import { readStateFolder } from '../../lib/adapters/folder.ts'
import { readState } from '../../lib/adapters/git.ts'
import { commitFiles, gitIn, scratchFolder } from './sandbox.ts'

const scratch = scratchFolder()
const dir = join(scratch, 'claims')

async function netclaim(cwd: string, ...args: readonly string[]): Promise<void> {
  let said = ''
  const terminal = {
    out: (text: string) => void (said += text),
    err: (text: string) => void (said += text),
    colour: false,
    interactive: false,
    width: 80,
    cwd,
  }
  expect({ code: await run(args, terminal), said }).toMatchObject({ code: 0 })
}

test('render writes the whole state tree, by revisions as by folders, and as allocate commits it', async () => {
  await netclaim(scratch, 'init', 'claims')
  const second = ['vpc', 'subnet', 'eip'].map((name) => {
    const text = gitIn(dir, 'show', `main:environments/example/${name}.yaml`)
    return [`environments/second/${name}.yaml`, `${text.replaceAll('example', 'second')}\n`]
  })
  commitFiles(dir, Object.fromEntries(second))
  await netclaim(dir, 'allocate')
  gitIn(dir, 'checkout', '--quiet', '-b', 'pr')
  const more =
    'apiVersion: network.kmetal.io/v1alpha1\nkind: EipClaim\nmetadata:\n  name: more\nspec:\n  type: nat\n'
  commitFiles(dir, { 'environments/second/more.yaml': more })
  const inputs = ['--base', 'main', '--state', 'netclaim/state']
  await netclaim(dir, 'render', ...inputs, '--head', 'pr', '--out', '../by-revision')
  await netclaim(dir, 'render', ...inputs, '--head', '.', '--out', '../by-folder')
  gitIn(dir, 'branch', '--force', 'main', 'pr')
  gitIn(dir, 'checkout', '--quiet', 'main')
  await netclaim(dir, 'allocate')
  const committed = withoutHead(await readState(dir, 'netclaim/state'))
  expect(withoutHead(readStateFolder(join(scratch, 'by-revision')))).toEqual(committed)
  expect(withoutHead(readStateFolder(join(scratch, 'by-folder')))).toEqual(committed)
  expect(committed.size).toBeGreaterThan(15)
})

/** `state.yaml` names the commit, which is not there before the merge. */
function withoutHead(tree: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...tree].filter(([path]) => path !== 'state.yaml'))
}
