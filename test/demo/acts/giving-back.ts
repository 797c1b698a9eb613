import { documents, eipClaim } from '../claims.ts'
import { check, commitAll, mergeAndAllocate, propose } from '../pull-request.ts'
import type { Stage } from '../stage.ts'

const west = ['edge-6', 'edge-7', 'edge-8', 'edge-9']

/** More at once than an accident should be able to. */
export function brake(stage: Stage): void {
  stage.title('6  A mass release, and its brake')
  stage.say('photon has got nine more addresses meanwhile, in two files.')
  const edges = (from: number, to: number) =>
    documents(
      ...Array.from({ length: to - from + 1 }, (_, n) =>
        eipClaim('photon-prod', `edge-${from + n}`),
      ),
    )
  stage.step('switch', '-c', 'edges', 'main')
  stage.quietFile('environments/photon-prod/edges-east.yaml', edges(1, 5))
  stage.quietFile('environments/photon-prod/edges-west.yaml', edges(6, 9))
  commitAll(stage, 'Ask for addresses for the edges')
  mergeAndAllocate(stage, 'edges')

  stage.say('Now one of the files goes: 4 of the 13 allocations of photon-prod.')
  propose(stage, 'close-west', 'Close the western edges', {
    'environments/photon-prod/edges-west.yaml': undefined,
  })
  const refused = check(stage, 'close-west', 1)
  stage.expect(refused.includes('error[brake/held-back]'), 'the brake holds them back')

  stage.say('The check has printed the file that lets them go. Added, with a reason:')
  const { path, text } = acknowledgementIn(refused)
  stage.file(path, text.replace(/reason: .*/, 'reason: "the western site closes, ticket 4711"'))
  commitAll(stage, 'Say that this is meant')
  check(stage, 'close-west', 0)
  const made = mergeAndAllocate(stage, 'close-west')
  for (const name of west)
    stage.expect(made.includes(`released  EipClaim photon-prod/${name}`), `${name} is released`)
}

/** What is given back is not given out before it is proven gone. */
export function tombstone(stage: Stage): void {
  stage.title('7  A release leaves a tombstone')
  stage.say('No cluster has said yet that these four addresses are gone, so nobody gets them.')
  const full = stage.netclaim(0, 'capacity', '--state', 'origin/netclaim/state')
  stage.expect(/ext-a .* 4 tombstoned/.test(full), 'the pool shows four tombstones')
  propose(stage, 'api', 'Ask for an address for the API', {
    'environments/example/api.yaml': eipClaim('example', 'api'),
  })
  const made = mergeAndAllocate(stage, 'api')
  stage.expect(made.includes('EipClaim example/api 198.51.100.33'), 'api gets the one after them')
}

/** A claim that comes back to what was its own. */
export function revert(stage: Stage): void {
  stage.title('8  A revert gets its addresses back')
  const merge = stage.quietly('log', '--format=%h', '--grep', 'Merge close-west', 'main')
  stage.step('switch', '-c', 'reopen-west', 'main')
  stage.step('revert', '-m', '1', merge)
  const shown = check(stage, 'reopen-west', 0)
  const made = mergeAndAllocate(stage, 'reopen-west')
  for (const [n, name] of west.entries()) {
    const back = `${name} +198\\.51\\.100\\.${29 + n}\\b`
    stage.expect(new RegExp(back).test(shown), `the check shows ${name} with what it had`)
    stage.expect(new RegExp(back).test(made.replaceAll('/', ' ')), `${name} gets it back`)
  }
}

/** The file that the check of a refused release prints. */
function acknowledgementIn(shown: string): { readonly path: string; readonly text: string } {
  const path = /add (acknowledgements\/\S+\.yaml):\n/.exec(shown)?.[1] ?? ''
  const [, after = ''] = shown.split(`${path}:\n`)
  const lines = after.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('    '))
  return {
    path,
    text: lines
      .slice(0, end)
      .map((line) => `${line.slice(4)}\n`)
      .join(''),
  }
}
