import type { SyncKind } from './sync-kinds.ts'

const RBAC = 'rbac.authorization.k8s.io/v1'
const ADMISSION = 'admissionregistration.k8s.io/v1'

/** Every kind that is rendered for tenant clusters. Whatever else is in there is not ours: of each only ours are listed. */
export const tenantKinds: readonly SyncKind[] = [
  tenant('apiextensions.k8s.io/v1', 'CustomResourceDefinition'),
  tenant(ADMISSION, 'ValidatingAdmissionPolicy'),
  tenant(ADMISSION, 'ValidatingAdmissionPolicyBinding'),
  tenant('v1', 'Namespace'),
  tenant(RBAC, 'ClusterRole'),
  tenant(RBAC, 'ClusterRoleBinding'),
  inNamespace(RBAC, 'Role'),
  inNamespace(RBAC, 'RoleBinding'),
  inNamespace('v1', 'ServiceAccount'),
  inNamespace('v1', 'ConfigMap'),
  inNamespace('apps/v1', 'Deployment'),
  inNamespace('metallb.io/v1beta1', 'IPAddressPool'),
]

function tenant(apiVersion: string, kind: string): SyncKind {
  return { apiVersion, kind, namespaced: false, of: 'tenant', wave: 0, labelled: true }
}

function inNamespace(apiVersion: string, kind: string): SyncKind {
  return { ...tenant(apiVersion, kind), namespaced: true }
}
