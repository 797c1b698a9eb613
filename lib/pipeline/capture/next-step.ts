import { holdAnnotation } from '../../domain/hold.ts'
import type { KubeObject } from '../../ports/cluster.ts'

/** `Subnet.kubeovn.io photon-prod-lan`, as kubectl takes it. Names of Kubernetes hold nothing that a shell reads. */
function target({ apiVersion, kind, metadata: { name, namespace } }: KubeObject): string {
  const [group, version] = apiVersion.split('/')
  const resource = version === undefined ? kind : `${kind}.${group}`
  return `${resource} ${name}${namespace === undefined ? '' : ` -n ${namespace}`}`
}

/** Back to what main says. */
export function putBack(object: KubeObject): string {
  return `kubectl edit ${target(object)} puts it back`
}

/** Back to what is rendered, or left alone for as long as it has to be as it is. */
export function undoOrHold(object: KubeObject, undo = 'puts it back'): string {
  const what = target(object)
  return `kubectl edit ${what} ${undo}; kubectl annotate ${what} ${holdAnnotation}='reason=…; until=…' keeps it for a while`
}

/** What somebody made stays, and its addresses are given to nobody: only a person takes it away. */
export function keepOrDelete(object: KubeObject): string {
  return `nothing, where it is to stay: it is left alone; kubectl delete ${target(object)} takes it away`
}

/** What was taken away comes back, unless its claim goes, too. */
export function restoreOrGiveUp(of: string, file: string | undefined): string {
  const giveUp =
    file === undefined ? `take ${of} out of main` : `take ${of} out of ${file} in a pull request`
  return `netclaim sync makes it again; to give it up, ${giveUp}`
}

export const SYNC = 'netclaim sync'
