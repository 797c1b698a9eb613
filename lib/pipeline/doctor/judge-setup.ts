import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { setupRules } from '../../domain/rules/setup-rules.ts'
import type { Setup, SetupFiles } from '../../domain/setup.ts'
import { sortFindings } from '../../domain/sort-findings.ts'
import { judgeApp } from './judge-app.ts'
import { judgeFiles } from './judge-files.ts'
import { judgeMain } from './judge-main.ts'
import { judgeState } from './judge-state.ts'

/** What is missing or unsafe about a claims repository; without `setup`, of its files alone. */
export function judgeSetup(files: SetupFiles, setup?: Setup): readonly Finding[] {
  const ofForge =
    setup === undefined
      ? []
      : [
          ...judgeMain(setup.main, setup.appId),
          ...judgeState(setup.state, setup.appId),
          ...judgeApp(setup),
          ...setup.unseen.map((line) => breach(setupRules.notSeen, printable(line, 400))),
        ]
  return sortFindings([...judgeFiles(files), ...ofForge])
}
