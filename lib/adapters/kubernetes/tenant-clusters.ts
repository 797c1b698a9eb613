import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { Clock } from '../../ports/clock.ts'
import type { TenantAccess, TenantClusters } from '../../ports/tenants.ts'
import { OutsideError } from '../outside-error.ts'
import type { Credentials } from './access.ts'
import { kubernetesCluster } from './cluster.ts'
import { TENANT_LIMITS } from './limits.ts'
import { plainAnswers } from './plain-answers.ts'

/** Tenant clusters by what their kubeconfigs hold, with little patience and for small answers. */
export function tenantClusters(clock: Clock): TenantClusters {
  return {
    open(access, until) {
      const credentials = credentialsOf(access)
      return plainAnswers(
        kubernetesCluster({
          access: { server: access.server, credentials: () => Promise.resolve(credentials) },
          clock,
          until,
          ...TENANT_LIMITS,
        }),
      )
    },
  }
}

function credentialsOf({ ca, serverName, user }: TenantAccess): Credentials {
  const isToken = 'token' in user
  const tls = {
    ca,
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(isToken ? {} : { cert: user.certificate, key: user.key }),
  }
  try {
    // At the first connection it would throw what looks like a bug of ours. Of an authority nothing is thrown there.
    createSecureContext(tls)
    new X509Certificate(ca)
  } catch {
    // Why is not told: what OpenSSL says may hold a part of it.
    const message = 'its kubeconfig holds a certificate or key that cannot be used'
    throw new OutsideError(message, { system: 'kubernetes', retryable: false })
  }
  return { tls, headers: isToken ? { authorization: `Bearer ${user.token}` } : {} }
}
