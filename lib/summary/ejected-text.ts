import { compareText } from '../domain/compare-text.ts'
import { printable } from '../domain/printable.ts'
import { plural } from './summary.ts'

/** What was done in one cluster, or would be. */
interface Freed {
  readonly guards: readonly string[]
  readonly freed: readonly string[]
  readonly problems: readonly string[]
}

/** What `netclaim eject` did, or would do with `--write`: policies and problems one by one, objects by kind. */
export function ejectedText(
  ejected: ReadonlyMap<string, Freed | string>,
  written: boolean,
): string {
  const parts = [...ejected].map(([name, one]) => {
    if (typeof one === 'string')
      return `${printable(name)}\n  not reached: ${printable(one, 500)}\n`
    return `${printable(name)}\n${linesOf(one, written)
      .map((line) => `  ${line}\n`)
      .join('')}`
  })
  const next = written ? '' : '\nnothing was changed: --write does it\n'
  return `${parts.join('\n')}${next}`
}

function linesOf({ guards, freed, problems }: Freed, written: boolean): readonly string[] {
  if (guards.length + freed.length + problems.length === 0) return ['bears no mark of Netclaim']
  const will = written ? '' : 'would be '
  return [
    ...guards.map((guard) => `${will}removed  ${printable(guard)}`),
    ...kinds(freed).map(
      ([kind, some]) => `${will}freed    ${kind}: ${plural(some.length, 'object')}`,
    ),
    ...problems.map((problem) => `not done: ${printable(problem, 500)}`),
  ]
}

function kinds(ids: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return [...Map.groupBy(ids, (id) => id.slice(0, id.indexOf(' ')))].toSorted(([a], [b]) =>
    compareText(a, b),
  )
}

/** What stands beside the manifests. */
export const readme = `# Plain manifests

What Netclaim rendered last, without its marks and without its admission policies. They are those of a cluster that has them
already: applying them changes nothing there.

- \`platform/\` and \`environments/\` go into the management cluster:
  \`kubectl apply --server-side --recursive -f platform -f environments\`
- \`tenants/<namespace>/<cluster>/\` goes into that tenant cluster.

Nothing here takes anything away. Kube-OVN wants rules to go before addresses, addresses before subnets, and a Vpc last.
`

/** What tells that one from any other. */
export const readmeBegins = /^# Plain manifests\n\nWhat Netclaim rendered/
