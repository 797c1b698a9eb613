import * as z from 'zod'

/** Class of the Services that take an address of the project's VIP pool (seed: Project-Internal LoadBalancer VIPs). */
const projectClass = 'kube-dc.com/project'
/** The label that they carry beside it, with the value `project`. */
const poolLabel = 'network.kube-dc.com/lb-pool'

const Asking = z.object({
  metadata: z.object({ labels: z.object({ [poolLabel]: z.literal('project') }) }),
  spec: z.object({ type: z.literal('LoadBalancer'), loadBalancerClass: z.literal(projectClass) }),
})

/** Does a Service of a tenant cluster ask for a VIP of its project? By type, class and label alone, whatever else it holds. */
export function isProjectService(service: object): boolean {
  return Asking.safeParse(service).success
}
