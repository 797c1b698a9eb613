import type { Finding } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { setupRules } from '../../domain/rules/setup-rules.ts'
import type { AppSetup, Setup } from '../../domain/setup.ts'
import { appEvents, appPermissions } from './app-needs.ts'

const levels: Readonly<Record<string, number>> = { read: 1, write: 2, admin: 3 }

/** What the app lacks, or has and does not need; nothing where it cannot be seen. */
export function judgeApp({ app, main }: Setup): readonly Finding[] {
  if (app === undefined) return []
  const hasQueue = main.rules?.some(({ type }) => type === 'merge-queue') === true
  return [...missingIn(app), ...tooMuchOf(app)].filter(
    ({ rule }) => hasQueue || rule !== setupRules.queueEvent.id,
  )
}

function missingIn({ permissions, events }: AppSetup): readonly Finding[] {
  const hint = 'change it in the settings of the app, then approve it where the app is installed'
  const low = Object.entries(appPermissions).flatMap(([name, wanted]) => {
    const given = permissions[name]
    if (levelOf(given) >= levelOf(wanted)) return []
    const rule = name === 'merge_queues' ? setupRules.queueEvent : setupRules.appPermission
    const has = given === undefined ? 'no' : printable(given)
    return [breach(rule, `the app has ${has} access to ${name}, and needs ${wanted}`, { hint })]
  })
  const unheard = appEvents
    .filter((event) => !events.includes(event))
    .map((event) => {
      const rule = event === 'merge_group' ? setupRules.queueEvent : setupRules.appEvent
      return breach(rule, `the app is not told of ${event}`, { hint })
    })
  return [...low, ...unheard]
}

function tooMuchOf({ permissions }: AppSetup): readonly Finding[] {
  const needed = new Map<string, string>(Object.entries(appPermissions))
  return Object.entries(permissions)
    .filter(([name, given]) => levelOf(given) > levelOf(needed.get(name)))
    .map(([name, given]) =>
      breach(
        setupRules.appPermission,
        `the app has ${printable(given)} access to ${printable(name)}, and needs ${needed.get(name) ?? 'none'}`,
        { severity: 'warning', hint: 'take it away in the settings of the app' },
      ),
    )
}

function levelOf(level: string | undefined): number {
  return level === undefined ? 0 : (levels[level] ?? 3)
}
