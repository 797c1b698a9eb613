import type { SpeclessManifest } from '../manifests/manifest.ts'
import { allocatorAccount, allocatorNamespace, profileMetadata } from './profile-metadata.ts'

const RBAC = 'rbac.authorization.k8s.io'
const look = ['get', 'list', 'watch']
const subjects = [{ kind: 'ServiceAccount', name: allocatorAccount, namespace: allocatorNamespace }]

/** What MetalLB's controller does, and nothing of what its speaker or its webhook would. */
export const allocatorRoles: readonly SpeclessManifest[] = [
  {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: profileMetadata('kube-dc-lb-allocator', 'TenantAllocator'),
    rules: [
      { apiGroups: [''], resources: ['services'], verbs: [...look, 'update'] },
      { apiGroups: [''], resources: ['services/status'], verbs: ['update'] },
      { apiGroups: [''], resources: ['namespaces'], verbs: look },
      { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
    ],
  },
  {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: profileMetadata('kube-dc-lb-allocator', 'TenantAllocator'),
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'kube-dc-lb-allocator' },
    subjects,
  },
  {
    apiVersion: `${RBAC}/v1`,
    kind: 'Role',
    metadata: { ...profileMetadata('allocator', 'TenantAllocator'), namespace: allocatorNamespace },
    rules: [
      {
        apiGroups: ['metallb.io'],
        resources: ['ipaddresspools', 'communities'],
        verbs: look,
      },
      { apiGroups: ['metallb.io'], resources: ['ipaddresspools/status'], verbs: ['update'] },
    ],
  },
  {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata: { ...profileMetadata('allocator', 'TenantAllocator'), namespace: allocatorNamespace },
    roleRef: { apiGroup: RBAC, kind: 'Role', name: 'allocator' },
    subjects,
  },
]
