import type { Rule } from './rule.ts'

/** What a pull request must be, whatever it claims. */
export const changeRules = {
  conflict: {
    id: 'change/conflict',
    severity: 'error',
    wants: 'No file of claims is changed both in the pull request and, otherwise, on main.',
    why: 'A merge of lines knows nothing of claims: what it makes of the two was judged by nobody.',
    example:
      'environments/photon-prod/eip.yaml edited in the pull request, and removed on main since',
    source: 'design: the preview is the pull request on the present main',
  },
  stateBranch: {
    id: 'change/state-branch',
    severity: 'error',
    wants: 'A branch holds the state before netclaim.yaml names it as the state branch.',
    why: 'Without the ledger nothing is allocated after the merge, and no pull request can be judged.',
    example: 'state.branch: netclaim/other, and nobody pushed that branch',
    source: 'design: a missing or foreign state branch stops everything',
  },
  leavesShadow: {
    id: 'change/leaves-shadow',
    severity: 'warning',
    wants: 'Whoever leads a platform out of shadow has looked at what its last run listed.',
    why: 'From the merge on all of that is applied.',
    example: 'mode: shadow becomes mode: active',
    source: 'design: in shadow mode nothing is applied',
  },
  mode: {
    id: 'change/mode',
    severity: 'info',
    wants: 'It is known what a change of the mode does.',
    why: 'It changes no manifest, and decides whether any is applied.',
    example: 'mode: active becomes mode: shadow, or the line goes',
    source: 'design: in shadow mode nothing is applied',
  },
  settingsRemoved: {
    id: 'change/settings-removed',
    severity: 'warning',
    wants: 'netclaim.yaml stays.',
    why: 'Without it the defaults hold: every provider network is open to every tenant, and any version allocates.',
    example: 'netclaim.yaml removed, or a folder in its place',
    source: 'design: without netclaim.yaml the defaults hold',
  },
} as const satisfies Record<string, Rule>
