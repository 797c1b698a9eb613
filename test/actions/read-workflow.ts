import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as parser from '@actions/workflow-parser'
import { build } from 'esbuild'

/**
 * GitHub's own parser of workflows. Bundled first, since it imports its JSON in a way that Node refuses. `folder` gets
 * the bundle.
 */
export async function workflowParser(folder: string): Promise<typeof parser> {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@actions/workflow-parser'", resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  })
  const path = join(folder, 'workflow-parser.mjs')
  writeFileSync(path, outputFiles[0]?.contents ?? '')
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as typeof parser
}

/** What GitHub would refuse about a workflow. */
export async function workflowErrors(
  { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow }: typeof parser,
  name: string,
  content: string,
): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  const errors = context.errors.getErrors().map(({ message }) => message)
  if (value === undefined || errors.length > 0) return errors
  const template = await convertWorkflowTemplate(context, value)
  return (template.errors ?? []).map(({ Message }) => Message)
}
