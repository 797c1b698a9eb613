/** What a tenant writes on a Service for a VIP, and nothing else (seed: one class and one label). */
export const projectClass = 'kube-dc.com/project'

/** The label beside the class. */
export const poolLabel = { key: 'network.kube-dc.com/lb-pool', value: 'project' } as const
