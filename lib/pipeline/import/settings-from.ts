import * as z from 'zod'
import { formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import { defaultSettings, type Settings } from '../../domain/settings.ts'
import type { Live } from './live.ts'
import { shapes, specOf } from './shapes.ts'

/** What a cluster tells of the settings of its repository. */
export function settingsFrom(
  live: Live,
  { engine, kubeOvnVersion }: { readonly engine: string; readonly kubeOvnVersion?: string },
): Settings {
  return {
    ...defaultSettings,
    engine,
    kubeOvnVersion: kubeOvnVersion ?? versionIn(live) ?? defaultSettings.kubeOvnVersion,
    grants: { providerNetworks: 'granted' },
    cluster: {
      ...defaultSettings.cluster,
      join: blocksOf(live, 'join'),
      pods: blocksOf(live, 'ovn-default'),
    },
    crds: hasKinds(live) ? 'existing' : 'rendered',
  }
}

const Images = z.object({
  template: z.object({ spec: z.object({ containers: z.array(z.object({ image: z.string() })) }) }),
})

/** `1.16.2` of the image `kubeovn/kube-ovn:v1.16.2` of its controller. */
function versionIn(live: Live): string | undefined {
  const controller = live.get('apps/Deployment', 'kube-ovn-controller', 'kube-system')
  const images = Images.safeParse(controller?.object['spec']).data?.template.spec.containers ?? []
  return images
    .map(({ image }) => /:v?(\d{1,5}\.\d{1,5}\.\d{1,5})(?:[-@]|$)/.exec(image)?.[1])
    .find((version) => version !== undefined)
}

function blocksOf(live: Live, name: string): readonly string[] {
  const subnet = live.get('kubeovn.io/Subnet', name)
  const texts = subnet === undefined ? [] : specOf(subnet, shapes.subnet).cidrBlock.split(',', 3)
  return texts.flatMap((text) => {
    const cidr = parseCidr(text)
    return cidr === undefined ? [] : [formatCidr(cidr)]
  })
}

/** Where kMetal runs the cluster has them; one of its objects shows that, too. */
function hasKinds(live: Live): boolean {
  const isThere = (kind: string) => live.of(kind).length > 0
  const claims = ['VpcClaim', 'SubnetClaim', 'EipClaim'].map((kind) => `network.kmetal.io/${kind}`)
  return (
    [...claims, 'kmetal.io/KMetal'].some(isThere) ||
    definitions.every((name) => isDefined(live, name))
  )
}

const definitions = ['eipclaims', 'subnetclaims', 'vpcclaims'].map(
  (plural) => `${plural}.network.kmetal.io`,
)

function isDefined(live: Live, name: string): boolean {
  return live.get('apiextensions.k8s.io/CustomResourceDefinition', name) !== undefined
}
