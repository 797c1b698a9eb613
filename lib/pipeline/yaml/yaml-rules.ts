import type { RuleId, Severity } from '../../domain/finding.ts'
import type { Rule } from '../../domain/rules/rule.ts'

const SPEC = 'YAML 1.2.2'

/** What the reader says about the writing of a file, before anything is known of its content. */
export const yamlRules = {
  syntax: rule('syntax', 'error', {
    wants: 'A file is well-formed YAML 1.2.',
    why: 'What cannot be read cannot be planned: the claims in it stay as they last were.',
    example: 'spec: [a',
    source: SPEC,
  }),
  duplicateKey: rule('duplicate-key', 'error', {
    wants: 'A key stands once in a map.',
    why: 'Readers differ in which one they take; the reviewer may see the other.',
    example: 'cidrBlock: 10.120.0.0/24\ncidrBlock: 10.121.0.0/24',
    source: `${SPEC}, 3.2.1.3`,
  }),
  conflictMarker: rule('conflict-marker', 'error', {
    wants: 'A file has no lines that Git wrote where two changes met.',
    why: 'Nobody has decided yet which of the two sides holds.',
    example: '<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> other',
    source: 'git-merge, how conflicts are presented',
  }),
  tabIndent: rule('tab-indent', 'error', {
    wants: 'Lines are indented by spaces.',
    why: 'YAML forbids tabs there, because editors disagree about their width.',
    example: 'spec:\n\tcidrBlock: 10.126.0.0/24',
    source: `${SPEC}, 6.1`,
  }),
  tag: rule('tag', 'error', {
    wants: 'No value has an explicit tag.',
    why: 'A tag changes what a value is, and some readers run code for it.',
    example: 'name: !!js/function "function(){}"',
    source: `${SPEC}, 6.8.1; js-yaml's and PyYAML's unsafe tags`,
  }),
  alias: rule('alias', 'error', {
    wants: 'No value refers to another one by an alias.',
    why: 'Aliases hide what a claim says, and can swell a small file beyond memory.',
    example: 'spec: *common',
    source: `${SPEC}, 7.1; the billion laughs attack`,
  }),
  anchor: rule('anchor', 'error', {
    wants: 'No value is anchored.',
    why: 'An anchor is there for aliases alone, and these are not read.',
    example: 'spec: &common {}',
    source: `${SPEC}, 6.9.2`,
  }),
  mergeKey: rule('merge-key', 'error', {
    wants: 'No map merges another by the key <<.',
    why: 'YAML 1.2 has no merge key: one reader merges, the next sees a field called <<.',
    example: '<<: *common',
    source: 'yaml.org/type/merge, YAML 1.1 only',
  }),
  tooDeep: rule('too-deep', 'error', {
    wants: 'Maps and lists are at most 32 levels deep.',
    why: 'Deep nesting is an attack on readers that recurse.',
    example: '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
    source: 'MAX_DEPTH in limits.ts',
  }),
  tooLarge: rule('too-large', 'error', {
    wants: 'A file, its number of values, each scalar and each key stay within their limits.',
    why: 'A check answers in seconds, whatever it is given.',
    example: '# a file of more than 1 MiB',
    source: 'limits.ts',
  }),
  tooManyDocuments: rule('too-many-documents', 'error', {
    wants: 'A file holds at most 1,000 documents.',
    why: 'A check answers in seconds, whatever it is given.',
    example: '# the line --- more than 1,000 times',
    source: 'MAX_DOCUMENTS in limits.ts',
  }),
  tooManyAliases: rule('too-many-aliases', 'error', {
    wants: 'A file is not full of tags, anchors, aliases and directives.',
    why: 'Each of them is refused anyway; a file with more than 100 is not read further.',
    example: '# the alias *a more than 100 times',
    source: 'MAX_ALIASES in limits.ts',
  }),
  nul: rule('nul', 'error', {
    wants: 'A file has no NUL byte.',
    why: 'It ends the text for some tools and not for others.',
    example: '# a byte 00',
    source: `${SPEC}, 5.1`,
  }),
  controlCharacter: rule('control-character', 'error', {
    wants: 'A file has no control characters, lone carriage returns or odd line ends.',
    why: 'They can hide or rewrite what a reviewer sees in a terminal.',
    example: 'name: "a\\e[2Kb"',
    source: `${SPEC}, 5.1`,
  }),
  bidi: rule('bidi', 'error', {
    wants: 'A file has no characters that turn the direction of writing.',
    why: 'The text would be shown in another order than it is read.',
    example: '# U+202E in a comment',
    source: 'Trojan Source, CVE-2021-42574',
  }),
  bom: rule('bom', 'error', {
    wants: 'A byte order mark stands only at the start of a file.',
    why: 'Inside, it is an invisible part of a name.',
    example: '# U+FEFF within a key',
    source: `${SPEC}, 5.2`,
  }),
  keyType: rule('key-type', 'error', {
    wants: 'Every key is a string.',
    why: 'Kubernetes has string keys only; readers differ in how they turn others into text.',
    example: '1: one',
    source: 'Kubernetes API conventions',
  }),
  ambiguous: rule('ambiguous', 'warning', {
    wants: 'A scalar means the same in YAML 1.1 and 1.2.',
    why: 'Kubernetes tools read yes, on, 0777 or 1:30 by YAML 1.1, Netclaim by YAML 1.2.',
    example: 'externalAccess: yes',
    source: 'yaml.org/type; YAML 1.2.2, 10.3',
  }),
  notAMap: rule('not-a-map', 'error', {
    wants: 'A document is a map.',
    why: 'Every object has apiVersion, kind and metadata.',
    example: '- a\n- b',
    source: 'Kubernetes API conventions',
  }),
  directive: rule('directive', 'error', {
    wants: 'A file has no directives.',
    why: 'They change the meaning of what follows: the version of YAML, the tags.',
    example: '%YAML 1.1\n---',
    source: `${SPEC}, 6.8`,
  }),
} as const satisfies Readonly<Record<string, Rule>>

function rule<const Name extends string>(
  name: Name,
  severity: Severity,
  about: Omit<Rule, 'id' | 'severity'>,
): Rule {
  const id: RuleId = `yaml/${name}`
  return { id, severity, ...about }
}
