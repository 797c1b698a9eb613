/** Says that facts are not used, and why: a clause of the cluster that they are of. */
export function foreignFacts(uid: string, why: string): string {
  return `facts are of cluster ${uid}, ${why}: they are not used`
}
