import * as z from 'zod'
import { AlertsSetting } from './alerts-setting.ts'
import { AllocatorImage } from './allocator-image.ts'
import { branchName } from './branch-name.ts'
import { note } from './claims/field.ts'
import { ClusterBlocks } from './cluster-blocks.ts'
import { PublishSetting } from './publish-setting.ts'
import { ReuseSetting } from './reuse-setting.ts'
import { defaultSettings } from './settings.ts'
import { userNames } from './user-names.ts'
import { version } from './version.ts'

/** `netclaim.yaml` as written; everything may be left out. */
export const SettingsFile = z.strictObject({
  engine: note(version.optional(), {
    description: 'The only version of Netclaim that may allocate; left out, any.',
    examples: ['0.1.0'],
    unit: 'version',
  }),
  kubeOvnVersion: note(version.optional(), {
    description: 'The version of Kube-OVN that runs; what it cannot do is refused.',
    examples: ['1.16.2'],
    default: defaultSettings.kubeOvnVersion,
    unit: 'version',
  }),
  grants: note(
    z
      .strictObject({
        providerNetworks: note(z.enum(['open', 'granted']).optional(), {
          description:
            'open: a VpcClaim may name any provider network. granted: only those that the annotation netclaim.dev/provider-networks of its Namespace lists.',
          examples: ['granted'],
          default: defaultSettings.grants.providerNetworks,
          unit: 'open or granted',
        }),
      })
      .optional(),
    {
      description: 'What environments have to be granted.',
      examples: [{ providerNetworks: 'granted' }],
      unit: 'grants',
    },
  ),
  cluster: ClusterBlocks,
  brakes: note(
    z
      .strictObject({
        releases: note(z.int().min(0).max(1_000_000).optional(), {
          description: 'How many allocations one commit may release without an acknowledgement.',
          examples: [10],
          default: defaultSettings.brakes.releases,
          unit: 'allocations',
        }),
        sharePercent: note(z.int().min(0).max(100).optional(), {
          description: 'Which share of a pool or an environment one commit may release.',
          examples: [30],
          default: defaultSettings.brakes.sharePercent,
          unit: 'percent, 0 to 100',
        }),
        shareFrom: note(z.int().min(0).max(1_000_000).optional(), {
          description: 'From how many releases on the share counts.',
          examples: [4],
          default: defaultSettings.brakes.shareFrom,
          unit: 'allocations',
        }),
      })
      .optional(),
    {
      description: 'What a change may release before somebody has to acknowledge it.',
      examples: [{ releases: 10 }],
      unit: 'limits',
    },
  ),
  proof: note(z.enum(['ovn', 'api']).optional(), {
    description:
      'How it is proven that an address is gone. ovn: by two reads of OVN-NB. api: by the lists of the Kubernetes API alone.',
    examples: ['ovn'],
    default: defaultSettings.proof,
    unit: 'ovn or api',
  }),
  reuse: ReuseSetting,
  state: note(
    z
      .strictObject({
        branch: note(branchName.optional(), {
          description: 'The branch of ledger and manifests.',
          examples: ['netclaim/state'],
          default: defaultSettings.state.branch,
          unit: 'branch name',
        }),
      })
      .optional(),
    {
      description: 'Where the state is written.',
      examples: [{ branch: 'netclaim/state' }],
      unit: 'branch',
    },
  ),
  crds: note(z.enum(['rendered', 'existing']).optional(), {
    description:
      'Who brings the CRDs of VpcClaim, SubnetClaim, EipClaim, ProviderNetwork, KMetal, AddressArena and AddressReservation. rendered: they stand in rendered/platform/. existing: the cluster has them already, as it has where target is operator.',
    examples: ['existing'],
    default: defaultSettings.crds,
    unit: 'rendered or existing',
  }),
  mode: note(z.enum(['active', 'shadow']).optional(), {
    description:
      'shadow: claims are checked, allocated and rendered, and the sync tells what it would change, but nothing is applied. active: it is applied. A repository that was in shadow leaves it by this line alone, not by its absence.',
    examples: ['shadow'],
    default: 'active',
    unit: 'active or shadow',
  }),
  target: note(z.enum(['manifests', 'operator']).optional(), {
    description:
      "manifests: everything that a claim causes is rendered. operator: the claims are rendered with their addresses, and kMetal's own operator makes the rest of them. It is chosen before a cluster reports.",
    examples: ['operator'],
    default: defaultSettings.target,
    unit: 'manifests or operator',
  }),
  appliedBy: note(z.enum(['netclaim', 'flux', 'argocd']).optional(), {
    description: 'Who applies what is rendered; for Flux, its Kustomizations are rendered too.',
    examples: ['flux'],
    default: defaultSettings.appliedBy,
    unit: 'netclaim, flux or argocd',
  }),
  appliers: note(userNames, {
    description:
      'Service accounts that may apply what is rendered. As soon as there is one, admission policies are rendered by which nobody else may.',
    examples: [['system:serviceaccount:flux-system:kustomize-controller']],
    default: defaultSettings.appliers,
    unit: 'list of user names',
  }),
  controllers: note(userNames, {
    description:
      'Accounts of Kube-OVN, which deletes the address of a router port whose Vpc goes. Read where appliers are named.',
    examples: [['system:serviceaccount:kube-system:ovn']],
    default: defaultSettings.controllers,
    unit: 'list of user names',
  }),
  allocator: AllocatorImage,
  alerts: AlertsSetting,
  publish: PublishSetting,
})
