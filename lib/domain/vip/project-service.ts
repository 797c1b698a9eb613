import * as z from 'zod'
import { poolLabel, projectClass } from './lb-contract.ts'

const Asking = z.object({
  metadata: z.object({ labels: z.object({ [poolLabel.key]: z.literal(poolLabel.value) }) }),
  spec: z.object({ type: z.literal('LoadBalancer'), loadBalancerClass: z.literal(projectClass) }),
})

/** Does a Service of a tenant cluster ask for a VIP of its project? By type, class and label alone, whatever else it holds. */
export function isProjectService(service: object): boolean {
  return Asking.safeParse(service).success
}
