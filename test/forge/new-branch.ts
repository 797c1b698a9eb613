import { gitIn, gitWith } from '../git/sandbox.ts'

let count = 0

/** A branch with one commit that sets files, made by git itself as a push would; its name. */
export function newBranch(
  dir: string,
  files: Readonly<Record<string, string>>,
  from = 'main',
): string {
  const name = `work-${++count}`
  const parent = gitIn(dir, 'rev-parse', from)
  let tree = gitIn(dir, 'ls-tree', parent)
  for (const [path, text] of Object.entries(files)) {
    const blob = gitWith(dir, text, 'hash-object', '-w', '--stdin')
    const rest = tree.split('\n').filter((line) => !line.endsWith(`\t${path}`))
    tree = [...rest, `100644 blob ${blob}\t${path}`].join('\n')
  }
  const id = gitWith(dir, `${tree}\n`, 'mktree')
  gitIn(
    dir,
    'update-ref',
    `refs/heads/${name}`,
    gitIn(dir, 'commit-tree', '-p', parent, '-m', name, id),
  )
  return name
}
