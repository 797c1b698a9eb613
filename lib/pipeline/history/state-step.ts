/** Why there is a state commit: a commit of `main`, new facts, the end of a rest, a person's word, an import, or no run of ours. */
export type Occasion = 'commit' | 'facts' | 'rest' | 'never-applied' | 'import' | 'by-hand'

/** One commit of the state branch, by what it says of itself. */
export interface StateStep {
  readonly commit: string
  /** Commit of `main` that it was planned for; absent where Netclaim did not make it. */
  readonly source?: string
  readonly occasion: Occasion
  /** When it was committed, in seconds since 1970: as a rule the date of its source; of the end of a rest, its own. */
  readonly seconds: number
}

/** How the subjects of such commits begin, whatever stands at their trailer. */
export const occasionSubjects = {
  facts: 'Allocate for new facts at',
  rest: 'Give what has rested again at',
  'never-applied': 'Free what was never applied at',
  import: 'Import the ledger of',
} as const

/** Whether a subject is one that Netclaim writes on the state branch. */
export function isOurSubject(subject: string): boolean {
  const starts = ['Allocate for', ...Object.values(occasionSubjects)]
  return starts.some((start) => subject.startsWith(`${start} `))
}

/** Reads what a commit of the state branch says. */
export function readStateStep(commit: {
  readonly id: string
  readonly seconds: number
  readonly subject: string
  readonly source?: string
}): StateStep {
  const { id, seconds, subject, source } = commit
  const step = { commit: id, seconds }
  if (source === undefined || !isOurSubject(subject)) return { ...step, occasion: 'by-hand' }
  const words = Object.entries(occasionSubjects) as [keyof typeof occasionSubjects, string][]
  const found = words.find(([, start]) => subject.startsWith(start))
  return { ...step, source, occasion: found?.[0] ?? 'commit' }
}

/** The commit that tells who did it: that of `main`, or the state's own where there is none. */
export function causingCommit({ source, commit }: StateStep): string {
  return source ?? commit
}
