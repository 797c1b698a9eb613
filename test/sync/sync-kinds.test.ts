import { expect, test } from 'vitest'
import { crd, crdNames } from '../../lib/domain/crds/crds.ts'
import type { Manifest } from '../../lib/domain/manifests/manifest.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { waves } from '../../lib/domain/manifests/waves.ts'
import { waveOf } from '../../lib/pipeline/sync/rendered-object.ts'
import { syncKindOf } from '../../lib/pipeline/sync/sync-kinds.ts'
import type { KubeObject } from '../../lib/ports/cluster.ts'
import { samplePlatform, sampleTenant, settings } from '../manifests/sample.ts'

const platform = samplePlatform()
const rendered: readonly Manifest[] = [
  ...crdNames.map((name) => crd(name)),
  ...[
    ...platformManifests(platform, {
      settings: { ...settings(), appliers: ['system:serviceaccount:netclaim:sync'] },
      open: () => true,
      kmetal: 'platform',
    }).values(),
  ].flat(),
  ...sampleTenant({ platform }),
]

/** Kinds that are rendered at two times: the later one counts where an object does not say which it is. */
const early: ReadonlySet<number> = new Set([waves.EgressOvnEip, waves.ProviderSubnet])

test('an object that has lost its wave is taken away when its kind is', () => {
  const strays = rendered
    .map((one) => one as unknown as KubeObject)
    .filter((one) => !early.has(waveOf(one)))
    .filter((one) => waveOf(one) !== syncKindOf(one.apiVersion, one.kind)?.wave)
  expect(strays.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([])
  expect(new Set(rendered.map(({ kind }) => kind)).size).toBeGreaterThan(10)
})
