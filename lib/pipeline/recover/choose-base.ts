/** A state commit from which it can go on: the last one of a copy that Netclaim wrote and that is sound. */
export interface Candidate {
  readonly commit: string
  readonly generation: number
  /** Commit of `main` that it was planned for. */
  readonly source: string
  /** uid of the cluster that it is for; absent: none has reported yet. */
  readonly cluster?: string
  /** Where the copy was found. */
  readonly where: string
  /** Later commits of that copy that are passed over, and why, the newest first. */
  readonly passedOver: readonly { readonly commit: string; readonly why: string }[]
  /** Whether `main` has its source. */
  readonly isOfMain: boolean
  /** Whether it has what the cluster applied last in its history; absent: nobody knows what that is. */
  readonly hasApplied?: boolean
}

/** The base, if there is one; or why nobody can say which it is. */
export type Chosen =
  | { readonly base: Candidate | undefined; readonly why?: undefined }
  | { readonly base?: undefined; readonly why: string }

/**
 * Which of several copies to go on from; none has another in its history. What a cluster has applied decides between
 * them, and nothing else can.
 */
export function chooseBase(candidates: readonly Candidate[]): Chosen {
  const ofMain = candidates.filter(({ isOfMain }) => isOfMain)
  const [stray] = candidates
  if (ofMain.length === 0 && stray !== undefined) {
    const why = `state ${stray.commit} was planned for ${stray.source}, which main does not have any more: put that commit back into its history first`
    return { why }
  }
  const applied = ofMain.filter(({ hasApplied }) => hasApplied === true)
  const left = applied.length > 0 ? applied : ofMain
  const [base, other] = left
  if (other === undefined) return { base }
  const names = left.map(({ commit, where }) => `${commit} (${where})`).join(' and ')
  return { why: `there are several histories of the state, ${names}: --from says which one counts` }
}
