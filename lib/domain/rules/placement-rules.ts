import type { RuleId, Severity } from '../finding.ts'
import type { Rule } from './rule.ts'

/** What is said about where things stand in the repository, and what kinds may stand there. */
export const placementRules = {
  unknownKind: rule('unknown-kind', 'error', {
    wants: 'Every object is of a kind that Netclaim knows.',
    why: 'Nothing is passed through to the cluster: a Subnet or a pool by hand would bypass the plan.',
    example: 'apiVersion: metallb.io/v1beta1\nkind: IPAddressPool',
    source: 'design, section 3',
  }),
  apiVersion: rule('api-version', 'error', {
    wants: 'Every kind stands under its own apiVersion.',
    why: 'Another group or version is another kind with other fields.',
    example: 'apiVersion: network.kmetal.io/v1\nkind: EipClaim',
    source: 'kMetal networking tasks, network.kmetal.io/v1alpha1',
  }),
  folder: rule('folder', 'error', {
    wants: 'Each kind stands in its folder: claims in environments/, what grants in platform/.',
    why: 'Reviewers are chosen by path: a quota in the folder of a tenant would be granted by the tenant.',
    example: '# environments/photon-prod/quota.yaml\nkind: ResourceQuota',
    source: 'design, section 3; CODEOWNERS sees paths, not kinds',
  }),
  namespace: rule('namespace', 'error', {
    wants: 'metadata.namespace is the folder below environments/; left out, it is filled from it.',
    why: 'Otherwise one tenant could ask, or delete, in the name of another.',
    example: '# environments/dynamo-prod/claims.yaml\nmetadata:\n  namespace: photon-prod',
    source: 'design, section 3',
  }),
  duplicate: rule('duplicate', 'error', {
    wants: 'Kind, namespace and name stand once in the repository.',
    why: 'Which of the two holds would depend on the order of files; neither is used.',
    example: 'kind: EipClaim # web in a.yaml\n---\nkind: EipClaim # web in b.yaml',
    source: 'Kubernetes objects are unique by kind, namespace and name',
  }),
  secondPlatform: rule('second-platform', 'error', {
    wants: 'There is one KMetal object.',
    why: 'Two would each declare the whole underlay.',
    example: 'kind: KMetal # in platform/kmetal.yaml and in platform/other.yaml',
    source: 'kMetal networking tasks, the KMetal object',
  }),
  tenantFile: rule('tenant-file', 'error', {
    wants:
      'A file in platform/tenants/ that is called like an environment grants to that environment alone.',
    why: 'A check of one environment reads its own file and those of no environment, not those of all others.',
    example: '# platform/tenants/photon-prod.yaml\nkind: Namespace\nmetadata: {name: dynamo-prod}',
    source: 'design, section 3: platform/tenants/<namespace>.yaml',
  }),
  list: rule('list', 'error', {
    wants: 'Objects stand as documents of their own, not inside a List.',
    why: 'A List is how kubectl prints; its items have no lines of their own to review.',
    example: 'apiVersion: v1\nkind: List\nitems: []',
    source: 'kubectl get -o yaml',
  }),
  folderName: rule('folder-name', 'error', {
    wants: 'A folder below environments/ is called like a namespace, a DNS label.',
    why: 'The folder is the environment, and its name becomes part of Kubernetes names.',
    example: 'environments/Photon_Prod/claims.yaml',
    source: 'RFC 1123 2.1, Kubernetes namespaces',
  }),
  looseFile: rule('loose-file', 'error', {
    wants: 'Claims stand in a folder below environments/, never directly in it.',
    why: 'Without a folder nobody knows whose they are.',
    example: 'environments/claims.yaml',
    source: 'design, section 3',
  }),
  link: rule('link', 'error', {
    wants: 'What is read are files, no symbolic links and no submodules.',
    why: 'A link shows a reviewer one thing and the plan another; its target changes without a diff.',
    example: 'environments/photon-prod/claims.yaml -> ../../shared.yaml',
    source: 'Git stores the path of the target, not its content',
  }),
  unreadable: rule('unreadable', 'error', {
    wants: 'What is read are text files in UTF-8 of an ordinary size.',
    why: 'Anything else cannot be reviewed, and would be read differently by each tool.',
    example: 'environments/photon-prod/claims.yaml, in UTF-16',
    source: 'YAML 1.2.2, 5.2',
  }),
  fileName: rule('file-name', 'error', {
    wants: 'Names of files have no unseen characters and no backslash, and are not over-long.',
    why: 'Such a name looks like another one, or cannot be checked out everywhere.',
    example: 'environments/photon-prod/a\\b.yaml',
    source: 'Git on Windows and macOS; 255 bytes a name on most file systems',
  }),
  suffix: rule('suffix', 'warning', {
    wants:
      'Files that are to be read end in .yaml or .yml, in lower case, and do not begin with a dot.',
    why: 'Somebody may believe that the file counts.',
    example: 'environments/photon-prod/b.YAML',
    source: 'design, section 3',
  }),
  stray: rule('stray', 'warning', {
    wants: 'What looks like a claim stands where claims are read.',
    why: 'Outside the known folders nothing is read, so nobody gets what the file asks for.',
    example: 'photon-prod/claims.yaml',
    source: 'design, section 3',
  }),
  tooMany: rule('too-many', 'error', {
    wants:
      'What an environment holds stays within its limits: files, their bytes, documents, values.',
    why: 'A check answers in seconds, whatever it is given; one environment stops no other.',
    example: '# an environment with more than 5000 documents',
    source: 'limits of the reader',
  }),
} as const satisfies Record<string, Rule>

function rule(
  name: string,
  severity: Severity,
  text: Pick<Rule, 'wants' | 'why' | 'example' | 'source'>,
): Rule {
  const id: RuleId = `placement/${name}`
  return { id, severity, ...text }
}
