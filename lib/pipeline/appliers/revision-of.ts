/**
 * The commit in a revision as Flux and Argo CD write it: `netclaim/state@sha1:<id>` and `sha1:<id>`, and the older
 * `netclaim/state/<id>` and bare `<id>`; with SHA-256 as well. Undefined for anything else, a branch's name above all.
 */
export function revisionOf(text: string): string | undefined {
  return /(?:^|[@/:])([0-9a-f]{40}|[0-9a-f]{64})$/.exec(text)?.[1]
}
