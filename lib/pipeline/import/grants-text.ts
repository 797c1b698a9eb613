import * as z from 'zod'
import { objectToKeyIn, objectToLabelValue } from '../../domain/claims/label-syntax.ts'
import { isLabel } from '../../domain/claims/syntax.ts'
import type { Json } from '../../domain/emit.ts'
import { countedKinds, providerNetworksAnnotation, quotaKeys } from '../../domain/grants.ts'
import type { Platform } from '../../domain/platform.ts'
import { segmentsOf } from '../../domain/segments.ts'
import { vipKeys } from '../../domain/vip/vip-keys.ts'
import type { ClaimDraft } from './claim-draft.ts'
import type { Live, LiveObject } from './live.ts'

/** What an environment is granted: its Namespace with the network that it uses, and its quotas. */
export function grantsText(
  live: Live,
  { namespace, externalSubnet }: Pick<ClaimDraft, 'namespace' | 'externalSubnet'>,
  platform: Platform,
): readonly Json[] {
  const found = live.get('Namespace', namespace)
  const network = segmentsOf(platform).subnets.get(externalSubnet ?? '')?.network
  const labels = Object.entries(found?.object.metadata.labels ?? {}).filter(isLabelled)
  const annotations = annotationsOf(found, network)
  const quotas = live.of('ResourceQuota').filter((one) => one.namespace === namespace)
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        ...(labels.length === 0 ? {} : { labels: Object.fromEntries(labels) }),
        ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      },
    },
    ...quotas.flatMap((one) => quotaOf(one, namespace) ?? []),
  ]
}

/** The networks that it may use, and whether it is to get VIPs at all. */
function annotationsOf(
  found: LiveObject | undefined,
  network: string | undefined,
): Readonly<Record<string, string>> {
  const { annotations = {} } = found?.object.metadata ?? {}
  const said = annotations[providerNetworksAnnotation]
  const granted = said !== undefined && NAMES.test(said) ? said : network
  const { key } = vipKeys.project
  return {
    ...(granted === undefined ? {} : { [providerNetworksAnnotation]: granted }),
    ...(annotations[key] === 'disabled' ? { [key]: 'disabled' } : {}),
  }
}

const NAMES = /^[-a-z0-9]{1,63}(?:, ?[-a-z0-9]{1,63}){0,99}$/

/** Whether a quota can stand in the repository. */
export function isQuota({ name, object }: LiveObject): boolean {
  return isLabel(name) && Spec.safeParse(object['spec']).success
}

const Spec = z.object({ hard: z.record(z.string(), z.unknown()) })
const counted: ReadonlySet<string> = new Set(countedKinds.map((kind) => quotaKeys[kind]))

function quotaOf(quota: LiveObject, namespace: string): Json | undefined {
  const hard = Spec.safeParse(quota.object['spec']).data?.hard
  if (hard === undefined || !isLabel(quota.name)) return undefined
  const kept = Object.entries(hard).filter(isQuantity)
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: quota.name, namespace },
    spec: { hard: Object.fromEntries(kept) },
  }
}

/** Of what counts claims a whole number, as our own reader wants it. */
function isQuantity(entry: [string, unknown]): entry is [string, string | number] {
  const [key, value] = entry
  if (!/^[-\w./]{1,253}$/.test(key) || !/^[-+\w.]{1,64}$/.test(String(value))) return false
  if (typeof value !== 'string' && typeof value !== 'number') return false
  return !counted.has(key) || /^(?:0|[1-9]\d{0,14})$/.test(String(value))
}

/** Kubernetes writes the name of a namespace into a label by itself. */
function isLabelled([key, value]: readonly [string, unknown]): boolean {
  if (key === 'kubernetes.io/metadata.name' || typeof value !== 'string') return false
  return objectToKeyIn(key) === undefined && objectToLabelValue(value) === undefined
}
