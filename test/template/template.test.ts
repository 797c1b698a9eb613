import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { editorSchemas } from '../../functions/cli/editor-schemas.ts'
import { ownVersion, packageRoot } from '../../functions/cli/package-root.ts'
import { readTemplate } from '../../functions/cli/repo-template.ts'
import { parseReport } from '../../functions/report/parse-report.ts'
import type { Entry } from '../../lib/domain/document.ts'
import { fluxEnvironment } from '../../lib/domain/manifests/flux-unit.ts'
import { check } from '../../lib/pipeline/check.ts'
import { judge, judgeAvailable } from '../manifests/crd-judge.ts'
import { strayFields } from './stray-fields.ts'

const root = join(packageRoot(), 'repo-template')
const template = readTemplate(ownVersion())
const schemas = editorSchemas()
const documentsOf = (path: string) =>
  parseAllDocuments(template.get(path) ?? '').map((document) => document.toJS() as Manifest)

interface Manifest {
  readonly apiVersion?: string
  readonly kind?: string
}

describe('the editor schemas', () => {
  test.each([...schemas])('%s is what our own schemas make', async (path, text) => {
    await expect(text).toMatchFileSnapshot(join(root, path))
  })
  test('are all that is in .schemas/', () => {
    const inTemplate = [...template.keys()].filter((path) => path.startsWith('.schemas/'))
    expect(inTemplate).toEqual([...schemas.keys()].toSorted())
  })

  const ajv = new Ajv({ strict: false, allErrors: true })
  for (const [path, text] of schemas) ajv.addSchema(JSON.parse(text) as object, path.slice(9))
  const yamls = [...template.keys()].filter((path) =>
    /^(?:netclaim\.yaml$|platform\/|environments\/)/.test(path),
  )

  test.each(yamls)('accept %s by the schema that its first line names', (path) => {
    const named = /^# yaml-language-server: \$schema=(\S+)\n/.exec(template.get(path) ?? '')?.[1]
    const schema = join(path, '..', named ?? '')
    expect([...schemas.keys()]).toContain(schema)
    for (const document of documentsOf(path)) {
      const validate = ajv.getSchema(schema.slice(9))
      expect([validate?.(document), validate?.errors]).toEqual([true, null])
    }
  })
  test.each([
    ['a misspelt field', { spec: { v4ip: '198.51.100.24' } }],
    ['another type', { spec: { type: 'snat' } }],
    ['another kind', { kind: 'EIPClaim' }],
  ])('refuse %s', (_, change) => {
    const [claim] = documentsOf('environments/example/eip.yaml')
    const validate = ajv.getSchema('environments.json')
    expect(validate?.({ ...claim, ...change })).toBe(false)
  })
})

describe('the template', () => {
  test('is accepted by the check without a finding', () => {
    const head = new Map(
      [...template].map(([path, text]): [string, Entry] => [path, { kind: 'text', text }]),
    )
    const { report } = check({ head, engine: ownVersion() })
    expect(report.findings).toEqual([])
    expect(report.verdict).toBe('accept')
  })
  test('is pinned to the version that writes it', () => {
    expect(parse(template.get('netclaim.yaml') ?? '')).toMatchObject({ engine: ownVersion() })
  })
  test('names every setting there is', () => {
    const settings = JSON.parse(schemas.get('.schemas/netclaim.json') ?? '') as {
      properties: object
    }
    const written = parse(template.get('netclaim.yaml') ?? '') as object
    expect(Object.keys(written).toSorted()).toEqual(Object.keys(settings.properties).toSorted())
  })
  test('gives what grants, and itself, to the operators', () => {
    const owned = (template.get('CODEOWNERS') ?? '').split('\n').map((line) => line.split(' ')[0])
    for (const path of ['/platform/', '/acknowledgements/', '/netclaim.yaml', '/CODEOWNERS'])
      expect(owned).toContain(path)
  })
  test('gives what no line of CODEOWNERS names to the operators, and only then anything to tenants', () => {
    const lines = (template.get('CODEOWNERS') ?? '')
      .split('\n')
      .filter((line) => /^[^#]/.test(line))
    const rows = lines.map((line) => line.split(/ +/))
    expect(rows[0]).toEqual(['*', '@example-org/platform'])
    const tenants = rows.filter(([, ...owners]) => owners.join() !== '@example-org/platform')
    expect(tenants.map(([path]) => path)).toEqual(['/environments/example/'])
  })
  test('holds texts with line feeds that end with one', () => {
    const others = [...template].filter(([, text]) => !/^[^\r]*\n$/.test(text))
    expect(others).toEqual([])
  })
  test('exports all of its files', () => {
    expect(template.get('.gitattributes')).not.toContain('export')
  })
})

describe.skipIf(!judgeAvailable)('what starts an applier', () => {
  test('is accepted by the CRDs of Flux', () => {
    const documents = ['netclaim', 'notifications'].flatMap((name) =>
      documentsOf(`flux/${name}.yaml`),
    )
    const kinds = documents.map(({ kind }) => kind)
    expect(kinds).toEqual(['GitRepository', 'Kustomization', 'Provider', 'Alert'])
    for (const document of documents) expect(judge(document)).toEqual([])
  })
  test('is accepted by the CRDs of Argo CD', () => {
    const crds = readFileSync('../shared/crds/argo-cd-v3.5.yaml', 'utf8').split(/^---.*$/m)
    const documents = documentsOf('argocd/netclaim.yaml')
    expect(documents.map(({ kind }) => kind)).toEqual(['AppProject', 'ApplicationSet'])
    for (const document of documents) expect(strayFields(crds, document)).toEqual([])
    const [, set] = documents
    expect(strayFields(crds, { ...set, spec: { goTemplates: true } } as Manifest)).toEqual([
      '.spec.generators lacks',
      '.spec.template lacks',
      '.spec.goTemplates is unknown',
    ])
  })
  test('says of every kind that Flux waits for when it is healthy, to Argo CD too', () => {
    const [health] = documentsOf('argocd/health.yaml') as unknown as { readonly data: object }[]
    const checks = fluxEnvironment('photon').spec['healthCheckExprs'] as readonly {
      readonly apiVersion: string
      readonly kind?: string
    }[]
    const kinds = checks.filter(({ apiVersion }) => apiVersion === 'kubeovn.io/v1')
    expect(Object.keys(health?.data ?? {}).toSorted()).toEqual(
      kinds.map(({ kind }) => `resource.customizations.health.kubeovn.io_${kind}`).toSorted(),
    )
  })
  test('tells Netclaim in the form that it takes', () => {
    const [{ data }] = documentsOf('argocd/notifications.yaml') as unknown as [
      { readonly data: Readonly<Record<string, string>> },
    ]
    const template = parse(data['template.netclaim'] ?? '') as {
      readonly webhook: { readonly netclaim: { readonly method: string; readonly body: string } }
    }
    const { method, body } = template.webhook.netclaim
    expect(method).toBe('POST')
    const values = ['prod-1', 'photon', 'Succeeded', 'Healthy', 'Synced', 'ab'.repeat(20), 'well']
    const filled = [...values, '2026-11-29T18:45:36Z'].reduce(
      (text, value) => text.replace(/\{\{[^{}]*\|toJson\}\}/, JSON.stringify(value)),
      body.slice(body.indexOf('{"v"')),
    )
    expect(parseReport(JSON.parse(filled))).toMatchObject({
      reporter: 'argocd',
      cluster: 'prod-1',
      object: 'Application photon',
      commit: 'ab'.repeat(20),
      state: 'success',
    })
    expect(parse(data['trigger.netclaim'] ?? '')).toHaveLength(5)
  })
  test('reads the state branch, each part in one unit', () => {
    const [flux = '', argocd = ''] = ['flux', 'argocd'].map((name) =>
      template.get(`${name}/netclaim.yaml`),
    )
    for (const text of [flux, argocd]) expect(text).toContain('netclaim/state')
    // The units are rendered.
    expect(flux).toContain('path: ./rendered/flux')
    expect(flux).not.toMatch(/rendered\/(?:platform|environments)/)
    expect(argocd).toContain('path: rendered/platform')
    expect(argocd).toContain('path: rendered/environments/*')
  })
})
