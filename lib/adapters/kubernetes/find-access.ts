import type { Clock } from '../../ports/clock.ts'
import type { Access } from './access.ts'
import { inCluster } from './in-cluster.ts'
import { type KubeconfigChoice, kubeconfigAccess } from './kubeconfig.ts'

/** The cluster that is named, else that of `KUBECONFIG`, else the one that this runs in, else that of `~/.kube/config`. */
export async function findAccess(
  clock: Clock,
  environment: Readonly<Record<string, string | undefined>>,
  choice: KubeconfigChoice = {},
): Promise<Access> {
  const named = [choice.file, choice.context, environment['KUBECONFIG']]
  const isNamed = named.some((value) => value !== undefined && value !== '')
  const pod = isNamed ? undefined : inCluster(environment, clock)
  return pod ?? kubeconfigAccess(clock, choice)
}
