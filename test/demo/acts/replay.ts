import type { Stage } from '../stage.ts'

const STATE = 'netclaim/state'

/** The whole history of main, planned again from nothing. */
export function replay(stage: Stage): void {
  stage.title('9  The history again, from empty')
  stage.say('A copy of the repository loses its state branch and goes back to its first commit.')
  const first = stage.quietly('rev-list', '--max-parents=0', 'main')
  stage.step('clone', '--bare', '../hub.git', '../replay.git')
  const copy = ['-C', '../replay.git']
  stage.step(...copy, 'update-ref', '-d', `refs/heads/${STATE}`)
  stage.step(...copy, 'update-ref', 'refs/heads/main', first)
  stage.netclaim(0, 'init', '../replay.git')
  stage.say('Then main moves to where it is, and every commit of it is allocated by itself.')
  stage.step(...copy, 'fetch', '../hub.git', 'main:main')
  stage.netclaim(0, 'allocate', '--repo', '../replay.git', '--quiet')
  stage.say(
    'Both states, ledger and manifests, are the same to the byte: Git gives one name to both.',
  )
  const was = stage.git('rev-parse', `origin/${STATE}^{tree}`)
  const is = stage.git(...copy, 'rev-parse', `${STATE}^{tree}`)
  stage.expect(was === is && /^[0-9a-f]{40}\n$/.test(is), 'the same bytes')
}
