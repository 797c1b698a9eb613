import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitFiles, gitIn, gitWith } from './sandbox.ts'

/** Fills a repository with everything that is no plain text file, and gives the commit. */
export function commitOddFiles(repo: string): string {
  symlinkSync('../../etc/passwd', join(repo, 'link.yaml'))
  writeFileSync(join(repo, 'run.sh'), 'x', { mode: 0o755 })
  writeFileSync(Buffer.concat([Buffer.from(`${repo}/`), Buffer.from([0xff, 0x2e, 0x79])]), 'x')
  const commit = commitFiles(repo, {
    'attributes/.gitattributes': '* export-ignore text eol=crlf ident\n',
    'attributes/a.yaml': '$Id$\n',
    'bytes.yaml': new Uint8Array([0x61, 0xff]),
    'bom.yaml': '\uFEFFa: 1\n',
    'empty.yaml': '',
    'large.yaml': 'x'.repeat(1024 * 1024 + 1),
    'lfs.yaml': 'version https://git-lfs.github.com/spec/v1\n',
    'most.yaml': 'x'.repeat(1024 * 1024),
  })
  gitIn(repo, 'update-index', '--add', '--cacheinfo', `160000,${commit},module`)
  gitIn(repo, 'commit', '--quiet', '-m', 'module')
  return gitIn(repo, 'rev-parse', 'HEAD')
}

/** A commit whose `environments/evil` is the tree that is given, beside one file of another environment. */
export function commitEvil(repo: string, evil: string): string {
  const blob = gitWith(repo, 'kind: A\n', 'hash-object', '-w', '--stdin')
  const file = gitWith(repo, `100644 blob ${blob}\ta.yaml\n`, 'mktree')
  const both = `040000 tree ${evil}\tevil\n040000 tree ${file}\tgood\n`
  const top = gitWith(repo, both, 'mktree')
  const root = gitWith(repo, `040000 tree ${top}\tenvironments\n`, 'mktree')
  return gitIn(repo, 'commit-tree', '-m', 'evil', root)
}

/** A tree of that many entries, all of them the same object, named by numbers. */
export function folderOf(
  repo: string,
  inner: string,
  { names, type, width = 3 }: { names: number; type: 'blob' | 'tree'; width?: number },
): string {
  const mode = type === 'blob' ? '100644' : '040000'
  const lines = Array.from(
    { length: names },
    (_, nth) => `${mode} ${type} ${inner}\t${String(nth).padStart(width, '0')}\n`,
  )
  return gitWith(repo, lines.toSorted().join(''), 'mktree')
}

/** A tree of ten to the power of `levels` files, each the same. */
export function bombOf(repo: string, levels: number): string {
  const blob = gitWith(repo, 'x', 'hash-object', '-w', '--stdin')
  let tree = folderOf(repo, blob, { names: 10, type: 'blob' })
  for (let level = 1; level < levels; level += 1)
    tree = folderOf(repo, tree, { names: 10, type: 'tree' })
  return tree
}
