import type { KubeObject } from '../../ports/cluster.ts'

/** What lets nobody but an applier change what is rendered: without Netclaim, nobody at all. A binding goes first. */
const GUARDS = ['ValidatingAdmissionPolicyBinding', 'ValidatingAdmissionPolicy']

export function isGuard({ kind }: Pick<KubeObject, 'kind'>): boolean {
  return GUARDS.includes(kind)
}

/** In the order in which they can go, so that none refuses what is without its other half. */
export function guardsAmong(objects: readonly KubeObject[]): readonly KubeObject[] {
  return GUARDS.flatMap((kind) => objects.filter((one) => one.kind === kind))
}
