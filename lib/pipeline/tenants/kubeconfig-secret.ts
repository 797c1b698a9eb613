import * as z from 'zod'
import { type TenantRef, tenantName } from '../../domain/vip/tenant.ts'
import type { TenantAccess } from '../../ports/tenants.ts'
import { textOfBase64 } from './base64.ts'
import { readKubeconfig } from './kubeconfig.ts'

/** Where Cluster API keeps the kubeconfig of a cluster (Cluster API book, "Kubeconfig management"). */
export function kubeconfigSecret({ namespace, cluster }: TenantRef) {
  return { apiVersion: 'v1', kind: 'Secret', namespace, name: `${cluster}-kubeconfig` }
}

const Secret = z.object({ data: z.object({ value: z.string().max(262_144) }) })

/** The access that the Secret gives, or a clause that says why there is none, without anything of what it holds. */
export function tenantAccess(secret: object | undefined, ref: TenantRef): TenantAccess | string {
  const { namespace, name } = kubeconfigSecret(ref)
  const where = `Secret ${namespace}/${name}`
  if (secret === undefined) return `there is no ${where}`
  const text = textOfBase64(Secret.safeParse(secret).data?.data.value ?? '')
  if (text === undefined || text === '') return `${where} holds no kubeconfig in its key "value"`
  const access = readKubeconfig(text)
  return typeof access === 'string' ? `the kubeconfig of ${tenantName(ref)}: ${access}` : access
}
