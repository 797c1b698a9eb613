import type { Rule } from '../../domain/rules/rule.ts'

/** What keeps a state commit, or a part of one, from being applied. */
export const syncRules = {
  foreignObject: {
    id: 'sync/foreign-object',
    severity: 'error',
    wants:
      'Below rendered/ stands nothing but what Netclaim renders, each object once and in its own folder.',
    why: 'An environment could otherwise carry away what is another’s, with the rights of the sync.',
    example: 'rendered/environments/photon-prod/vpcclaim-main.yaml holding a ClusterRoleBinding',
    source: 'Netclaim: design, the cluster side',
  },
  unreadableFile: {
    id: 'sync/unreadable-file',
    severity: 'error',
    wants: 'Every file below rendered/ is YAML as Netclaim writes it.',
    why: 'Whoever takes what cannot be read for absent deletes live networks.',
    example: 'rendered/environments/photon-prod/vpcclaim-main.yaml cut off in the middle',
    source: 'Netclaim: design, the cluster side',
  },
  olderState: {
    id: 'sync/older-state',
    severity: 'error',
    wants: 'A state commit that is applied is newer than the one before it.',
    why: 'An older state gives addresses to claims that have lost them since.',
    example: 'the state branch moved back to the commit before',
    source:
      'Netclaim: design, the cluster side; seen with Flux 2.x, which applied a rewound branch',
  },
  rewrittenState: {
    id: 'sync/rewritten-state',
    severity: 'error',
    wants: 'The state that was applied is in the history of the state that is to be applied.',
    why: 'A rewritten ledger may have given away what still stands in this cluster.',
    example: 'git push --force origin netclaim/state',
    source: 'Netclaim: design, the branch is never guessed',
  },
  foreignState: {
    id: 'sync/foreign-state',
    severity: 'error',
    wants: 'Every commit of the state branch was made by Netclaim for a commit of main.',
    why: 'Whoever could push there by hand would own every network of the cluster.',
    example: 'a commit "fix the vpc" on netclaim/state',
    source: 'Netclaim: design, the cluster side',
  },
  foreignCluster: {
    id: 'sync/foreign-cluster',
    severity: 'error',
    wants: 'A repository speaks for one management cluster, the one that reported first.',
    why: 'Applied to another cluster, one address would be alive twice.',
    example: 'a kubeconfig of the staging cluster beside the repository of production',
    source: 'Netclaim: design, the claims repository',
  },
  ejected: {
    id: 'sync/ejected',
    severity: 'error',
    wants: 'A cluster that netclaim eject let go of is applied to only when a person says so.',
    why: 'Whoever has its objects now would have them changed under their hands.',
    example: 'netclaim sync, still running somewhere, after netclaim eject --write',
    source: 'Netclaim: a clean exit',
  },
  forgeAway: {
    id: 'sync/forge-away',
    severity: 'warning',
    wants: 'The sync reaches the repository, so that it applies what was merged last.',
    why: 'While it does not, it holds up what it applied last, and what was merged since waits.',
    example: 'the forge is down for a day',
    source: 'Netclaim: design, the cluster side',
  },
  otherKubeOvn: {
    id: 'sync/other-kube-ovn',
    severity: 'warning',
    wants: 'kubeOvnVersion in netclaim.yaml is the version of Kube-OVN that runs.',
    why: 'What another version cannot do is refused or rendered by it, and looks right until it is applied.',
    example: 'kubeOvnVersion: 1.14.5, where image kubeovn/kube-ovn:v1.16.2 runs',
    source: 'Netclaim: design, rendering; kube-ovn.md 9',
  },
  otherApplier: {
    id: 'sync/other-applier',
    severity: 'error',
    wants: 'Only whom netclaim.yaml names in appliedBy applies what is rendered.',
    why: 'Two who apply the same objects undo each other, and each takes away what the other still needs.',
    example: 'netclaim sync without --observe where netclaim.yaml says appliedBy: flux',
    source: 'Netclaim: design, the cluster side',
  },
} as const satisfies Readonly<Record<string, Rule>>
