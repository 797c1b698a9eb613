import type { Finding } from '../../domain/finding.ts'
import { readDocuments } from '../yaml/read-documents.ts'
import { withoutDuplicates } from './duplicates.ts'
import type { Folder } from './kinds.ts'
import type { Part } from './part.ts'
import { type Known, readHead } from './read-head.ts'

/** The objects of a folder of the operators, each of a kind that may stand there, none twice. */
export function readObjects(
  folder: Folder,
  { sources }: Part,
): { readonly known: readonly Known[]; readonly findings: readonly Finding[] } {
  const known: Known[] = []
  const findings: Finding[] = []
  for (const { file, text } of sources) {
    const read = readDocuments(file, text)
    findings.push(...read.findings)
    for (const document of read.value) {
      const head = readHead(document, folder)
      findings.push(...head.findings)
      if (head.known !== undefined) known.push(head.known)
    }
  }
  const { unique, findings: doubles } = withoutDuplicates(known, ({ object }) => object)
  return { known: unique, findings: [...findings, ...doubles] }
}
