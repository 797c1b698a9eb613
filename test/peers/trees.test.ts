import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crd, crdNames } from '../../lib/domain/crds/crds.ts'
import { type Manifest, objectId } from '../../lib/domain/manifests/manifest.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { established } from '../cluster/established.ts'
import { apply, type Call, callsTo } from '../cluster/kube-call.ts'
import { type RealApiServer, startApiServer } from '../cluster/real-api-server.ts'
import { objectsIn } from '../plan/rendered.ts'
import { isWished, loadCrds, usualCrds } from './is-wished.ts'
import { pathOf } from './path-of.ts'
import { caseTrees, demoTree, goldenTrees, templateTree } from './trees.ts'

/** Each document as it is in a file, once for all trees that hold the very same. */
const answers = new Map<string, Promise<string | undefined>>()

describe.skipIf(!isWished)(
  'a real API server with the real CRDs takes, strictly and without a warning,',
  () => {
    let server: RealApiServer
    let call: Call

    beforeAll(async () => {
      server = await startApiServer(loadCrds(...usualCrds))
      call = callsTo(server)
      for (const name of crdNames) await apply(call, crd(name))
      for (const name of crdNames) await established(call, name)
    }, 150_000)
    afterAll(() => server.stop())

    /** What the API says against a document, undefined: nothing. Nothing is kept: trees share names. */
    async function judge(text: string, object: Manifest): Promise<string | undefined> {
      const query = '?fieldManager=netclaim&fieldValidation=Strict&dryRun=All'
      const { status, warning, body } = await call('PATCH', pathOf(object) + query, text)
      if (status <= 201 && warning === undefined) return undefined
      return `${objectId(object)}: ${status} ${body.message ?? warning}`
    }

    /** All that is said against the trees, and how many different objects they hold. */
    async function judgeAll(trees: ReadonlyMap<string, StateTree>) {
      const complaints: string[] = []
      const texts = new Set<string>()
      for (const [name, tree] of trees) {
        const documents = documentsOf(tree)
        await makeNamespaces(documents.map(([, object]) => object.metadata.namespace))
        const said = await Promise.all(
          documents.map(([text, object]) => {
            texts.add(text)
            const answer = answers.get(text) ?? judge(text, object)
            answers.set(text, answer)
            return answer
          }),
        )
        complaints.push(...said.filter((one) => one !== undefined).map((one) => `${name}: ${one}`))
      }
      return { complaints, objects: texts.size }
    }

    async function makeNamespaces(names: readonly (string | undefined)[]): Promise<void> {
      for (const name of new Set(names)) {
        if (name === undefined) continue
        const metadata = { name }
        await call('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata })
      }
    }

    test('every golden', async () => {
      const trees = goldenTrees()
      const { complaints, objects } = await judgeAll(trees)
      expect(complaints).toEqual([])
      expect(trees.size).toBeGreaterThan(10)
      console.log(`${trees.size} goldens, ${objects} objects`)
    })

    test('the first state of the template', async () => {
      const { complaints, objects } = await judgeAll(new Map([['template', templateTree()]]))
      expect(complaints).toEqual([])
      console.log(`the template, ${objects} objects`)
    })

    test('every accepted case', async () => {
      const trees = await caseTrees()
      const { complaints, objects } = await judgeAll(trees)
      expect(complaints).toEqual([])
      expect(trees.size).toBeGreaterThan(30)
      console.log(`${trees.size} accepted cases, ${objects} objects`)
    })

    test('the state at the end of the demo', { timeout: 180_000 }, async () => {
      const { complaints, objects } = await judgeAll(new Map([['demo', demoTree()]]))
      expect(complaints).toEqual([])
      console.log(`the demo, ${objects} objects`)
    })

    test('and refuses one that has a field more', async () => {
      const [found] = documentsOf(templateTree()).filter(([, { kind }]) => kind === 'Vpc')
      if (found === undefined) throw new Error('no Vpc')
      const [text, object] = found
      expect(await judge(`${text}  nope: 1\n`, object)).toContain('.spec.nope')
    })
  },
)

/** The documents of all rendered files, each with the object in it. */
function documentsOf(tree: StateTree): readonly (readonly [string, Manifest])[] {
  return [...tree]
    .filter(([path]) => path.startsWith('rendered/') && path.endsWith('.yaml'))
    .flatMap(([, file]) => {
      const texts = file.split(/^---\n/m).filter((text) => text.trim() !== '')
      return texts.map((text) => [text, objectsIn(text)[0] as unknown as Manifest] as const)
    })
}
