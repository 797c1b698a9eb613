import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { admissionPolicies } from '../../lib/domain/admission/admission-policies.ts'
import { renderManifests } from '../../lib/domain/manifests/manifest.ts'
import { platformManifests } from '../../lib/domain/manifests/platform-manifests.ts'
import { defaultSettings } from '../../lib/domain/settings.ts'
import { samplePlatform } from './sample.ts'

const folder = new URL('../../policies', import.meta.url).pathname
const settings = {
  ...defaultSettings,
  appliers: [
    'system:serviceaccount:netclaim:sync',
    'system:serviceaccount:flux-system:kustomize-controller',
  ],
}
const policies = admissionPolicies(settings)

/** `policies/` shows what is rendered for two appliers; `npx vitest run test/manifests/admission.test.ts -u` writes it. */
describe('policies/', () => {
  test.each([...policies])('%s.yaml is what is rendered', async (name, manifests) => {
    await expect(renderManifests(manifests)).toMatchFileSnapshot(join(folder, `${name}.yaml`))
  })

  test('holds nothing else', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
    expect(files.toSorted()).toEqual([...policies.keys()].map((name) => `${name}.yaml`).toSorted())
  })
})

test('no policy is rendered before an applier is named', () => {
  const open = () => true
  const paths = (appliers: readonly string[]) =>
    [
      ...platformManifests(samplePlatform(), { settings: { ...settings, appliers }, open }).keys(),
    ].filter((path) => path.includes('admission'))
  expect(paths([])).toEqual([])
  expect(paths(settings.appliers)).toEqual(
    [...policies.keys()].map((name) => `rendered/platform/admission-${name}.yaml`),
  )
})

test('the name of an applier cannot leave its string', () => {
  const odd = { ...settings, appliers: ['a"] || true || ["'] }
  const text = JSON.stringify([...admissionPolicies(odd).values()])
  expect(text).toContain(String.raw`[\"a\\\"] || true || [\\\"\"]`)
})
