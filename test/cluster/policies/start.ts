import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Peers, startPeers } from '../../peers/peers.ts'
import { ask, type Caller, restartAs } from './api.ts'

const crds = new URL('../../../../shared/crds/', import.meta.url).pathname
const loaded = ['kube-ovn-v1.16', 'metallb-v0.16', 'network-attachment-definition']

export const applier: Caller = { user: 'system:serviceaccount:netclaim:sync' }
export const stranger: Caller = { user: 'eve@example.com' }
export const rescuer: Caller = { user: 'ann@example.com', groups: ['netclaim:break-glass'] }

/** Who the controllers are, as in a cluster. All may do everything: what refuses is a policy. */
const accounts = {
  'kube-ovn-controller': 'system:serviceaccount:kube-system:ovn',
  'metallb-controller': 'system:serviceaccount:kmetal-metallb:controller',
  'kube-controller-manager': 'system:kube-controller-manager',
}

/** API server, Kube-OVN, MetalLB and kube-controller-manager, each of these under its own account. */
export async function startCluster(dir: string): Promise<Peers> {
  const peers = await startPeers([
    ...`--dir ${dir} --kube-ovn --northd --gateway-node gw1 --controller-manager --metallb`.split(
      ' ',
    ),
    '--metallb-namespace=kmetal-metallb',
    ...loaded.map((name) => `--crds=${crds}${name}.yaml`),
  ])
  await allow(peers, [applier.user, stranger.user, rescuer.user, ...Object.values(accounts)])
  const file = join(dir, 'kubeconfig')
  const config = JSON.parse(readFileSync(file, 'utf8'))
  for (const [peer, user] of Object.entries(accounts)) {
    await restartAs(peers, peer, () => {
      const users = [{ name: 'admin', user: { token: peers.token, as: user } }]
      writeFileSync(file, JSON.stringify({ ...config, users }))
    })
  }
  await labelGateway(peers)
  return peers
}

async function allow(peers: Peers, users: readonly string[]): Promise<void> {
  await ask(peers, undefined, 'POST /apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    value: {
      metadata: { name: 'everybody' },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'cluster-admin',
      },
      subjects: users.map((name) => ({
        kind: 'User',
        apiGroup: 'rbac.authorization.k8s.io',
        name,
      })),
    },
  })
}

/** Kube-OVN unsets it at each start. */
async function labelGateway(peers: Peers): Promise<void> {
  await ask(peers, undefined, 'PATCH /api/v1/nodes/gw1', {
    type: 'application/merge-patch+json',
    value: { metadata: { labels: { 'ovn.kubernetes.io/external-gw': 'true' } } },
  })
}
