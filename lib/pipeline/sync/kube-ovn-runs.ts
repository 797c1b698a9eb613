import * as z from 'zod'
import type { Finding } from '../../domain/finding.ts'
import { compareVersions } from '../../domain/rules/kube-ovn-version.ts'
import { breach } from '../../domain/rules/rule.ts'
import type { Settings } from '../../domain/settings.ts'
import type { KubeObject } from '../../ports/cluster.ts'
import { syncRules } from './sync-rules.ts'

/** The Deployment whose image says which version runs. */
export const kubeOvnController = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  namespace: 'kube-system',
  name: 'kube-ovn-controller',
} as const

const Images = z.object({
  template: z.object({ spec: z.object({ containers: z.array(z.object({ image: z.string() })) }) }),
})

/** `1.16.2` of the image `kubeovn/kube-ovn:v1.16.2`; undefined where its tag is no version. */
export function kubeOvnOf(controller: KubeObject | undefined): string | undefined {
  const images = Images.safeParse(controller?.['spec']).data?.template.spec.containers ?? []
  return images
    .map(({ image }) => /:v?(\d{1,5}\.\d{1,5}\.\d{1,5})(?:[-@]|$)/.exec(image)?.[1])
    .find((version) => version !== undefined)
}

/** That the cluster runs another Kube-OVN than is rendered for; undefined where nobody can tell. */
export function otherKubeOvn(
  { kubeOvnVersion }: Pick<Settings, 'kubeOvnVersion'>,
  runs: string | undefined,
): Finding | undefined {
  if (runs === undefined || compareVersions(runs, kubeOvnVersion) === 0) return undefined
  const message = `Kube-OVN ${runs} runs here, and what is rendered is for ${kubeOvnVersion}`
  return breach(syncRules.otherKubeOvn, message, {
    hint: `write kubeOvnVersion: ${runs} in a pull request of its own, whose check shows what that changes`,
  })
}
