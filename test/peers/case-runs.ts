import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'

const cases = resolve(import.meta.dirname, '../../../shared/cases')

/** One run of a case: what is on main, what a change makes of it, and what a cluster shows. */
export interface CaseRun {
  /** `SUB-02/pr`. */
  readonly name: string
  readonly root: string
  readonly verdicts: readonly string[]
  readonly base: readonly string[]
  readonly head: readonly string[]
  readonly remove: readonly string[]
  readonly links: Readonly<Record<string, string>>
  readonly observed: string | undefined
}

interface Written {
  readonly name?: string
  readonly verdict?: readonly string[]
  readonly base?: string | readonly string[]
  readonly head?: string | readonly string[]
  readonly remove?: readonly string[]
  readonly links?: Readonly<Record<string, string>>
  readonly observed?: string
}

/** Every run whose verdict is written down, in order; none where the cases are not beside the checkout. */
export function caseRuns(): readonly CaseRun[] {
  if (!existsSync(cases)) return []
  const ids = readdirSync(cases).filter((id) => /^[A-Z]+-\d+$/.test(id))
  return ids.toSorted().flatMap((id) => runsOf(id, join(cases, id)))
}

function runsOf(id: string, root: string): readonly CaseRun[] {
  const variants = Object.entries(read<Record<string, Written>>(root, 'expect.json', {}))
  const steps = read<readonly Written[]>(root, 'steps.json', [])
  return [
    ...variants
      .filter(([name]) => name !== 'hand')
      .map(([name, written]) =>
        toRun(root, `${id}/${name}`, { ...variant(root, name), ...written }),
      ),
    ...steps.map((step, n) => toRun(root, `${id}/${step.name ?? `step ${n + 1}`}`, step)),
  ]
}

/** `c-pr` lies on `c-base`, and is seen with `c-cluster` or else `cluster`, as far as these are there. */
function variant(root: string, name: string): Written {
  const letter = name.replace(/pr$/, '')
  const base = letter !== '' && existsSync(join(root, `${letter}base`)) ? `${letter}base` : []
  const observed = [`${letter}cluster`, 'cluster'].find((one) => existsSync(join(root, one)))
  return { head: name, base, ...(observed !== undefined && { observed }) }
}

function toRun(root: string, name: string, written: Written): CaseRun {
  const { verdict = [], remove = [], links = {}, observed } = written
  const [base, head] = [listOf(written.base), listOf(written.head)]
  return { root, name, verdicts: verdict, base, head, remove, links, observed }
}

/** Lays the folders `base` and `head` of a run out below `work`. */
export function layOut(run: CaseRun, work: string): void {
  const [base, head] = [join(work, 'base'), join(work, 'head')]
  mkdirSync(work, { recursive: true })
  cpSync(join(cases, '_base'), base, { recursive: true })
  const common = existsSync(join(run.root, 'base')) ? ['base'] : []
  for (const from of [...common, ...run.base]) overlay(join(run.root, from), base)
  cpSync(base, head, { recursive: true })
  for (const from of run.head) overlay(join(run.root, from), head)
  for (const path of run.remove) rmSync(join(head, path), { recursive: true })
  for (const [path, target] of Object.entries(run.links)) symlinkSync(target, join(head, path))
}

/** A file outside of `platform/` and `environments/` goes where it belongs. */
function overlay(from: string, to: string): void {
  if (!statSync(from).isDirectory()) {
    const namespace = /^\s+namespace:\s*["']?([^\s"']+)/m.exec(readFileSync(from, 'utf8'))?.[1]
    const place = from.endsWith('.env')
      ? 'platform'
      : join('environments', namespace ?? 'photon-prod')
    mkdirSync(join(to, place), { recursive: true })
    return cpSync(from, join(to, place, basename(from)))
  }
  for (const name of readdirSync(from)) {
    const path = join(from, name)
    if (statSync(path).isDirectory() || name === 'netclaim.yaml')
      cpSync(path, join(to, name), { recursive: true })
    else overlay(path, to)
  }
}

function read<T>(root: string, name: string, otherwise: T): T {
  const path = join(root, name)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : otherwise
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
