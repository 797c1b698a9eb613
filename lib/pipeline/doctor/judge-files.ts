import type { Finding, Place } from '../../domain/finding.ts'
import { printable } from '../../domain/printable.ts'
import { breach } from '../../domain/rules/rule.ts'
import { setupFileRules } from '../../domain/rules/setup-file-rules.ts'
import type { SetupFiles } from '../../domain/setup.ts'
import { readCodeOwners } from './code-owners.ts'
import { judgeWorkflow } from './judge-workflow.ts'

/** Where GitHub looks for it, in this order. */
export const CODEOWNERS_PATHS = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const

/** Where attributes would reach what we read. */
export const ATTRIBUTES_PATHS = [
  '.gitattributes',
  'platform/.gitattributes',
  'environments/.gitattributes',
  'acknowledgements/.gitattributes',
] as const

/** Workflows lie here. */
export const WORKFLOWS = '.github/workflows/'

/** One path of each part that operators must own. */
const OWNED = [
  'platform/kmetal.yaml',
  'platform/tenants/a.yaml',
  'acknowledgements/a.yaml',
  'netclaim.yaml',
  '.github/workflows/a.yml',
  '.gitattributes',
] as const

/** What is missing or unsafe in the files of main that say who may do what. */
export function judgeFiles(files: SetupFiles): readonly Finding[] {
  const findings = [...judgeOwners(files)]
  for (const [path, text] of files) {
    if (path.endsWith('.gitattributes')) findings.push(...judgeAttributes(path, text))
    if (path.startsWith(WORKFLOWS)) findings.push(...judgeWorkflow(path, text))
  }
  return findings
}

function judgeOwners(files: SetupFiles): readonly Finding[] {
  const path = CODEOWNERS_PATHS.find((one) => files.has(one))
  if (path === undefined)
    return [
      breach(setupFileRules.codeownersMissing, 'there is no CODEOWNERS', {
        hint: 'netclaim init writes one; put your own teams into it',
      }),
    ]
  const owners = readCodeOwners(files.get(path) ?? '')
  return [...OWNED, path].flatMap((owned) => {
    const found = owners.ownersOf(owned)
    if (found !== undefined && found.owners.length > 0) return []
    const part = /^(?:platform|acknowledgements|\.github)\//.exec(owned)?.[0] ?? owned
    return [
      breach(setupFileRules.codeownersGap, `nobody owns ${owned}`, {
        at: { file: path, line: found?.line ?? 1, column: 1 },
        hint: `add a line "/${part} @your-org/operators" below all others`,
      }),
    ]
  })
}

/** Attributes by which an archive, a diff or a checkout shows less or other than the blob. */
const HIDING =
  /^(?:export-ignore|export-subst|ident|binary|-diff|linguist-(?:generated|vendored)(?:=true)?|-linguist-detectable|(?:filter|working-tree-encoding|merge)=.+|eol=crlf)$/

function judgeAttributes(file: string, text: string): readonly Finding[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const [pattern = '', ...attributes] = line.trim().split(/\s+/)
    const hiding = attributes.filter((one) => HIDING.test(one))
    if (pattern.startsWith('#') || hiding.length === 0) return []
    const at: Place = { file, line: index + 1, column: line.search(/\S/) + 1 }
    return [
      breach(
        setupFileRules.attributesHide,
        `${hiding.map((one) => `"${printable(one, 60)}"`).join(' and ')} changes how ${printable(pattern)} is shown`,
        { at, hint: 'take it out; Netclaim itself reads what Git has, whatever attributes say' },
      ),
    ]
  })
}
