import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { parseAddress } from '../../domain/net/address.ts'
import { formatCidr, parseCidr } from '../../domain/net/cidr.ts'
import { rangeOf, rangesOverlap } from '../../domain/net/range.ts'
import { type Project, ProjectFile } from '../../domain/project.ts'
import { projectRules } from '../../domain/rules/project-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { textAt } from '../../domain/rules/written.ts'
import { valueAt } from '../../domain/value-at.ts'
import { foreignSlips } from './foreign-slips.ts'
import { inspect } from './inspect.ts'
import { misfiled, tenantOf } from './misfiled.ts'
import type { Known } from './read-head.ts'
import { vipKeyFindings } from './vip-key-findings.ts'

const NAME = ['metadata', 'name']

/** The Projects by environment; `environments` are the folders there are. */
export function readProjects(
  known: readonly Known[],
  environments: ReadonlySet<string>,
): {
  readonly value: ReadonlyMap<string, Project>
  readonly findings: readonly Finding[]
} {
  const projects = new Map<string, Project>()
  const findings: Finding[] = []
  for (const object of known) {
    if (object.kind !== 'Project') continue
    const found = [
      ...inspect(ProjectFile, object).findings,
      ...vipKeyFindings(object),
      ...foreignSlips(ProjectFile, object, ['spec']),
    ]
    findings.push(...found)
    if (found.some(({ severity }) => severity === 'error')) continue
    const project = projectOf(object, environments)
    findings.push(...gatewayOutside(project))
    const first = projects.get(project.namespace)
    if (first === undefined) {
      projects.set(project.namespace, project)
      findings.push(...misfiled(object, NAME, { namespace: project.namespace, environments }))
    } else findings.push(sameNamespace(project, first))
  }
  return { value: projects, findings }
}

/** The schema has just accepted what is read here. */
function projectOf({ document, object }: Known, environments: ReadonlySet<string>): Project {
  const cidr = parseCidr(String(valueAt(document.value, ['spec', 'cidrBlock'])))
  const namespace = namespaceOf({ document }, environments)
  return { namespace, object, cidrBlock: cidr === undefined ? '' : formatCidr(cidr), document }
}

/**
 * Kube-DC calls the namespace behind a project `<organization>-<project>`. Where there is no such environment, a file that
 * is called like the project or its namespace says which one is meant.
 */
function namespaceOf(
  { document }: Pick<Known, 'document'>,
  environments: ReadonlySet<string>,
): string {
  const name = String(valueAt(document.value, NAME))
  const organization = valueAt(document.value, ['metadata', 'namespace'])
  if (typeof organization !== 'string') return name
  const namespace = `${organization}-${name}`
  const tenant = tenantOf(document.file)
  const isMeant = tenant === name || tenant === organization
  return tenant !== undefined && isMeant && !environments.has(namespace) ? tenant : namespace
}

function gatewayOutside({ document, object, cidrBlock }: Project): readonly Finding[] {
  const path = ['spec', 'gwLanIp']
  const text = textAt(document.value, path)
  const gateway = parseAddress(text ?? '')
  const block = parseCidr(cidrBlock)
  if (text === undefined || gateway === undefined || block === undefined) return []
  if (rangesOverlap(block, rangeOf(gateway))) return []
  const message = `gwLanIp ${quote(text)} is not in ${cidrBlock}`
  const spot = { at: document.place(path), object, field: 'spec.gwLanIp', value: text }
  return [breach(projectRules.gatewayOutside, message, spot)]
}

function sameNamespace(project: Project, first: Project): Finding {
  const message = `${project.object} and ${first.object} both have the namespace "${project.namespace}"`
  return breach(projectRules.sameNamespace, message, {
    at: project.document.place(NAME),
    object: project.object,
    field: 'metadata.name',
    hint: 'call one of them otherwise',
    related: [{ at: first.document.place(NAME), message: 'the first one' }],
  })
}
