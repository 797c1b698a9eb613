import { describe, expect, test } from 'vitest'
import { claimText, read, readClaim, told } from './read.ts'

const vpc = claimText('VpcClaim', ['externalAccess: false'], 'main')
const eip = claimText('EipClaim', ['type: nat'])

function rulesOf(files: Parameters<typeof read>[0]): readonly string[] {
  return read(files).findings.map(({ rule, at }) => `${at?.file}:${at?.line} ${rule}`)
}

describe('an environment', () => {
  test('holds the claims of all files of its folder, by kind and name (M-002)', () => {
    const { value, findings } = read({
      'environments/shop/z.yml': `${vpc}---\n${claimText('SubnetClaim', ['cidrBlock: 10.1.0.0/24'])}`,
      'environments/shop/deep/er/a.yaml': eip,
      'environments/empty/.gitkeep': '',
    })
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect([...value.environments.keys()]).toEqual(['empty', 'shop'])
    const shop = value.environments.get('shop')
    expect(shop?.readable).toBe(true)
    expect(shop?.claims.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'EipClaim web',
      'SubnetClaim web',
      'VpcClaim main',
    ])
    expect(value.environments.get('empty')).toMatchObject({ claims: [], readable: true })
    expect(value.readable).toBe(true)
  })

  test('fills a missing namespace from its folder', () => {
    const { claim, findings } = readClaim(eip.replace('  namespace: shop\n', ''))
    expect(findings).toEqual([])
    expect(claim).toMatchObject({ namespace: 'shop', name: 'web' })
  })

  test('refuses the namespace of another, and is not readable', () => {
    const { claim, findings, readable } = readClaim(eip.replace('shop', 'bank'))
    expect(told(findings)).toEqual([
      '5 placement/namespace namespace "bank" is not that of the folder "shop"',
    ])
    expect(findings[0]).toMatchObject({ object: 'EipClaim bank/web', value: 'bank' })
    expect(claim).toBeUndefined()
    expect(readable).toBe(false)
  })

  test('freezes a claim with a wrong field, and nothing else', () => {
    const { value } = read({
      'environments/shop/a.yaml': vpc,
      'environments/shop/b.yaml': eip.replace('nat', 'snat'),
    })
    const shop = value.environments.get('shop')
    expect(shop?.readable).toBe(true)
    expect(shop?.claims.map(({ spec }) => spec !== undefined)).toEqual([false, true])
  })

  test.each([
    ['a file that is no YAML', 'a: [b'],
    ['an unknown kind', 'apiVersion: kubeovn.io/v1\nkind: Subnet\nmetadata: {name: a}\n'],
    ['no kind', 'metadata: {name: a}\n'],
    ['a name that is no string', eip.replace('name: web', 'name: 1e3')],
    ['no name', eip.replace('  name: web\n', '')],
    ['no metadata', 'apiVersion: network.kmetal.io/v1alpha1\nkind: EipClaim\n'],
    ['metadata that is a list', eip.replace(/metadata:\n.*\n.*\n/, 'metadata: []\n')],
    ['a document that is a list', '- a\n'],
  ])('with %s is not readable, its other claims are there', (_, text) => {
    const { value, findings } = read({
      'environments/shop/a.yaml': vpc,
      'environments/shop/b.yaml': text,
      'environments/bank/c.yaml': eip.replace('shop', 'bank'),
    })
    expect(findings.some(({ severity }) => severity === 'error')).toBe(true)
    expect(value.environments.get('shop')).toMatchObject({
      readable: false,
      claims: [{ kind: 'VpcClaim', spec: { externalAccess: false } }],
    })
    expect(value.environments.get('bank')?.readable).toBe(true)
    expect(value.readable).toBe(true)
  })

  test('with two claims of one name uses neither, in any order of files', () => {
    const files = {
      'environments/shop/b.yaml': eip,
      'environments/shop/a.yaml': `${eip}---\n${vpc}`,
    }
    const { value, findings } = read(files)
    expect(findings).toMatchObject([
      {
        rule: 'placement/duplicate',
        value: 'web',
        at: { file: 'environments/shop/b.yaml', line: 4 },
        object: 'EipClaim shop/web',
        related: [{ at: { file: 'environments/shop/a.yaml', line: 4 } }],
      },
    ])
    expect(value.environments.get('shop')).toMatchObject({
      readable: false,
      claims: [{ kind: 'VpcClaim' }],
    })
    expect(read(Object.fromEntries(Object.entries(files).toReversed())).findings).toEqual(findings)
  })

  test('may hold a SubnetClaim and an EipClaim of one name', () => {
    const subnet = claimText('SubnetClaim', ['cidrBlock: 10.1.0.0/24'])
    expect(told(read({ 'environments/shop/a.yaml': `${subnet}---\n${eip}` }).findings)).toEqual([])
  })

  test('has at most 5000 documents', () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => eip.replace('name: web', `name: ${name}${at}`)).join(
        '---\n',
      )
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [
        `environments/shop/${name}.yaml`,
        many(name, name === 'f' ? 1 : 1000),
      ]),
    )
    const { value, findings } = read(files)
    expect(findings).toMatchObject([
      { rule: 'placement/too-many', at: { file: 'environments/shop/f.yaml', line: 1 } },
    ])
    expect(value.environments.get('shop')?.readable).toBe(false)
    expect(value.environments.get('shop')?.claims).toHaveLength(5000)
  })
})

describe('a kind', () => {
  test.each([
    ['v1', 'List', 'placement/list', 'kind "List" is a list of objects'],
    [
      'kubeovn.io/v1',
      'Subnet',
      'placement/unknown-kind',
      'kind "Subnet" of apiVersion "kubeovn.io/v1" is no claim',
    ],
    [
      'network.kmetal.io/v1',
      'EipClaim',
      'placement/api-version',
      'apiVersion "network.kmetal.io/v1" is not that of EipClaim',
    ],
    ['v1', 'Namespace', 'placement/folder', 'Namespace may not stand in environments/'],
    ['v1', 'ResourceQuota', 'placement/folder', 'ResourceQuota may not stand in environments/'],
    ['kmetal.io/v1alpha1', 'KMetal', 'placement/folder', 'KMetal may not stand in environments/'],
    [
      'netclaim.dev/v1alpha1',
      'Acknowledgement',
      'placement/folder',
      'Acknowledgement may not stand in environments/',
    ],
    [
      'netclaim.dev/v1alpha1',
      'Transfer',
      'placement/folder',
      'Transfer may not stand in environments/',
    ],
    [
      'netclaim.dev/v1alpha1',
      'VipPoolMigration',
      'placement/folder',
      'VipPoolMigration may not stand in environments/',
    ],
    [
      'v1',
      '__proto__',
      'placement/unknown-kind',
      'kind "__proto__" of apiVersion "v1" is no claim',
    ],
  ])('%s %s is refused in an environment (M-002)', (version, kind, rule, message) => {
    const text = `apiVersion: ${version}\nkind: ${kind}\nmetadata: {name: a}\n`
    const { findings, readable } = readClaim(text)
    expect(findings).toMatchObject([{ rule, message, severity: 'error' }])
    expect(findings[0]?.hint).toBeDefined()
    expect(readable).toBe(false)
  })

  test('in another letter case gets a hint', () => {
    const { findings } = readClaim(eip.replace('EipClaim', 'eipclaim'))
    expect(findings[0]?.hint).toBe('did you mean "EipClaim"?')
  })

  test('with a letter that only looks like the right one gets its number', () => {
    const cyrillic = '\u0421laim'
    const { findings } = readClaim(eip.replace('Claim', cyrillic).replace('type:', 't\u0443pe:'))
    expect(findings[0]?.hint).toBe('did you mean "EipClaim"? U+0421 is no letter of it')
    const [field] = readClaim(eip.replace('type:', 't\u0443pe:')).findings
    expect(field?.hint).toBe('did you mean "type"? U+0443 is no letter of it')
    const [name] = readClaim(eip.replace('name: web', 'name: w\u0435b')).findings
    expect(name?.message).toContain('has the character U+0435, a DNS label has')
  })

  test('without an apiVersion is named as far as it can be read', () => {
    const { findings } = readClaim(eip.replace(/^apiVersion.*\n/, ''))
    expect(findings).toMatchObject([
      { rule: 'field/missing', field: 'apiVersion', object: 'EipClaim shop/web' },
    ])
  })

  test('of a claim is refused in the folders of operators', () => {
    for (const file of ['platform/a.yaml', 'acknowledgements/a.yaml']) {
      const { value, findings } = read({ [file]: eip })
      expect(findings).toMatchObject([
        { rule: 'placement/folder', hint: 'move it to environments/<namespace>/' },
      ])
      expect(value.readable).toBe(false)
    }
  })
})

describe('metadata', () => {
  test.each([
    'Web',
    'prod_net',
    '-web',
    'web-',
    '"web "',
    '""',
    'a.b',
    '"../../x"',
    'x'.repeat(64),
  ])('with the name %s is refused, quoting it', (name) => {
    const { claim, findings, readable } = readClaim(eip.replace('name: web', `name: ${name}`))
    expect(findings).toMatchObject([{ rule: 'field/name', at: { line: 4 } }])
    expect(findings[0]?.message).toContain(`"${name.replaceAll('"', '')}"`)
    expect(claim).toBeUndefined()
    expect(readable).toBe(false)
  })

  test.each(['123', '1e3', '0x10', 'true'])('wants the name %s in quotes', (name) => {
    const { findings } = readClaim(eip.replace('name: web', `name: ${name}`))
    const finding = findings.find(({ rule }) => rule === 'field/type')
    expect(finding).toMatchObject({ hint: `put it in quotes: "${name}"`, value: name })
    expect(finding?.message).toContain(`must be a string`)
  })

  test('has no fields but those we know; those of the cluster are warnings', () => {
    const text = eip
      .replace(
        'metadata:\n',
        'metadata:\n  uid: a\n  creationTimestamp: null\n  generateName: a-\n',
      )
      .concat('status: {ready: true}\n')
    const { claim, findings, readable } = readClaim(text)
    expect(findings.map(({ severity, field }) => `${severity} ${field}`).toSorted()).toEqual([
      'error metadata.generateName',
      'warning metadata.creationTimestamp',
      'warning metadata.uid',
      'warning status',
    ])
    expect(readable).toBe(true)
    expect(claim?.spec).toBeUndefined()
    expect(readClaim(eip.concat('status: {ready: true}\n')).claim?.spec).toEqual({ type: 'nat' })
  })

  test('has labels and annotations of strings only', () => {
    const { claim, findings } = readClaim(
      eip.replace('metadata:\n', 'metadata:\n  labels: {a: 1}\n  annotations: [b]\n'),
    )
    expect(told(findings)).toEqual([
      '4 field/type a must be a string, not the number "1"',
      '5 field/type annotations must be a map, not the list ["b"]',
    ])
    expect(claim).toMatchObject({ labels: {}, annotations: {} })
    expect(claim?.spec).toBeUndefined()
  })
})

describe('a file', () => {
  test('of another suffix is not read; one that looks like a claim is warned about', () => {
    const { value, findings } = read({
      'environments/shop/a.yaml': vpc,
      'environments/shop/b.YAML': eip,
      'environments/shop/c.json': '{}',
      'environments/shop/README.md': eip,
      'environments/shop/.sops.yaml': eip,
      'environments/shop/.hidden/d.yaml': eip,
      'environments/shop/.editorconfig.yaml': 'root: true',
      'environments/shop/claims.yaml.bak': eip,
      'environments/shop/notes': eip,
      'environments/shop/notes.txt': 'kind regards',
    })
    expect(findings.map(({ severity, at }) => `${severity} ${at?.file}`)).toEqual([
      'warning environments/shop/.hidden/d.yaml',
      'warning environments/shop/.sops.yaml',
      'warning environments/shop/b.YAML',
      'warning environments/shop/c.json',
      'warning environments/shop/claims.yaml.bak',
      'warning environments/shop/notes',
    ])
    expect(value.environments.get('shop')).toMatchObject({
      readable: true,
      claims: [{ name: 'main' }],
    })
  })

  test('directly in environments/ is refused', () => {
    expect(rulesOf({ 'environments/a.yaml': eip, 'environments/README.md': 'a' })).toEqual([
      'environments/a.yaml:1 placement/loose-file',
    ])
  })

  test('in a folder that is called like no namespace is refused, once a folder', () => {
    const files = { 'environments/Shop_1/a.yaml': eip, 'environments/Shop_1/b.yaml': eip }
    expect(rulesOf(files)).toEqual(['environments/Shop_1/a.yaml:1 placement/folder-name'])
    expect([...read(files).value.environments.keys()]).toEqual([])
  })

  test('outside of the known folders that seems to hold claims is warned about', () => {
    expect(
      rulesOf({
        'photon/claims.yaml': eip,
        'netclaim.yml': 'a: b',
        'docs/other.yaml': 'a: b',
        '.github/workflows/a.yaml': eip,
        'rendered/environments/shop/a.yaml': eip,
        'platform/cluster-config.env': 'LB_BLOCK_MODE=off',
      }),
    ).toEqual(['netclaim.yml:1 placement/suffix', 'photon/claims.yaml:1 placement/stray'])
  })

  test.each([
    ['environments/shop/a.yaml', { kind: 'link', target: '../b.yaml' }, 'placement/link'],
    ['environments/shop/more', { kind: 'link', target: '../bank' }, 'placement/link'],
    ['environments/shop/more', { kind: 'submodule' }, 'placement/link'],
    ['environments/shop', { kind: 'link', target: 'bank' }, 'placement/link'],
    ['environments/shop', { kind: 'submodule' }, 'placement/link'],
    ['environments/shop/a.yaml', { kind: 'not-utf8' }, 'placement/unreadable'],
    ['environments/shop/a.yaml', { kind: 'too-large', bytes: 9e9 }, 'placement/unreadable'],
    ['environments/shop/a.yaml', { kind: 'special' }, 'placement/unreadable'],
  ] as const)('%s that is %o freezes its environment', (path, entry, rule) => {
    const { value, findings } = read({ [path]: entry })
    expect(findings).toMatchObject([{ rule, severity: 'error', at: { file: path } }])
    expect(value.environments.get('shop')).toMatchObject({ readable: false, claims: [] })
    expect(value.readable).toBe(true)
  })

  test.each(['environments', 'platform', 'acknowledgements', 'netclaim.yaml', 'platform/a.yaml'])(
    'a link at %s freezes everything',
    (path) => {
      const { value, findings } = read({ [path]: { kind: 'link', target: 'elsewhere' } })
      expect(findings).toMatchObject([{ rule: 'placement/link' }])
      expect(value.readable).toBe(false)
    },
  )

  test.each([
    'environments/shop/a\\b.yaml',
    'environments/shop/a\u0000.yaml',
    'environments/shop/a\u202eb.yaml',
    `environments/shop/${'a'.repeat(251)}.yaml`,
    `environments/shop/${'aaaaaaa/'.repeat(130)}a.yaml`,
  ])('of the odd name %j is refused, and its name is safe to print', (path) => {
    const { value, findings } = read({ [path]: eip })
    expect(findings).toMatchObject([{ rule: 'placement/file-name' }])
    expect(JSON.stringify(findings)).not.toMatch(/\\u0000|\u202e/)
    expect(value.environments.get('shop')).toMatchObject({ readable: false, claims: [] })
  })
})

test('a namespace that no folder can be called like is refused once, without a way to a folder', () => {
  const text = claimText('EipClaim', []).replace('namespace: shop', 'namespace: photon-Prod')
  const { findings } = read({ 'environments/shop/a.yaml': text })
  expect(findings.map(({ rule, hint }) => [rule, hint])).toEqual([['field/name', undefined]])
})

test('an empty namespace is not part of the name of the object', () => {
  const text = claimText('EipClaim', []).replace('namespace: shop', 'namespace:')
  const { findings } = read({ 'environments/shop/a.yaml': text })
  expect(findings.map(({ rule, object }) => [rule, object])).toEqual([
    ['field/null', 'EipClaim shop/web'],
  ])
})
