import { formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import { defaultSettings, type Settings } from '../../domain/settings.ts'
import { kubeOvnController, kubeOvnOf } from '../sync/kube-ovn-runs.ts'
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

function versionIn(live: Live): string | undefined {
  const { kind, name, namespace } = kubeOvnController
  return kubeOvnOf(live.get(`apps/${kind}`, name, namespace)?.object)
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
