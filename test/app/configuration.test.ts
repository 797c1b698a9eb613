import { describe, expect, test } from 'vitest'
import { ConfigurationError, readConfiguration } from '../../functions/configuration.ts'

const PEM = `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----`
const github = {
  NETCLAIM_REPOSITORIES: 'kubedc/claims',
  NETCLAIM_APP_ID: '12345',
  NETCLAIM_PRIVATE_KEY: PEM,
  NETCLAIM_WEBHOOK_SECRET: 'a secret of the webhook',
}
const gitea = {
  NETCLAIM_FORGE: 'gitea',
  NETCLAIM_FORGE_URL: 'http://gitea.forge.svc:3000/api/v1',
  NETCLAIM_TOKEN: 'token-of-gitea-0123',
  NETCLAIM_REPOSITORIES: 'kubedc/claims, kubedc/lab',
  NETCLAIM_WEBHOOK_SECRET: 'a secret of the webhook',
}

test('of GitHub, the least', () => {
  expect(readConfiguration({ ...github, PATH: '/bin', JOBS: {} })).toEqual({
    forge: { kind: 'github', appId: 12345, privateKey: PEM },
    repositories: ['kubedc/claims'],
    main: 'main',
    webhookSecrets: ['a secret of the webhook'],
    clusters: new Map(),
    secrets: [PEM, 'a secret of the webhook'],
  })
})

test('of Gitea, everything', () => {
  const clusters = {
    'prod-1': {
      repository: 'kubedc/lab',
      secret: 'secret of prod-1',
      oldSecret: 'older one of prod-1',
    },
    'prod-2': { repository: 'kubedc/claims', token: 'token of prod-2!' },
  }
  const read = readConfiguration({
    ...gitea,
    NETCLAIM_MAIN: 'trunk',
    NETCLAIM_WEBHOOK_SECRET_OLD: 'the secret before it',
    NETCLAIM_CLUSTERS: JSON.stringify(clusters),
    NETCLAIM_METRICS_TOKEN: 'token-of-prometheus',
  })
  expect(read).toMatchObject({
    forge: {
      kind: 'gitea',
      baseUrl: 'http://gitea.forge.svc:3000/api/v1',
      token: 'token-of-gitea-0123',
    },
    repositories: ['kubedc/claims', 'kubedc/lab'],
    main: 'trunk',
    webhookSecrets: ['a secret of the webhook', 'the secret before it'],
  })
  expect([...read.clusters]).toEqual([
    ['prod-1', { repository: 'kubedc/lab', secrets: ['secret of prod-1', 'older one of prod-1'] }],
    ['prod-2', { repository: 'kubedc/claims', secrets: [], token: 'token of prod-2!' }],
  ])
  expect(read.metricsToken).toBe('token-of-prometheus')
  expect(read.secrets).toHaveLength(7)
})

test('all that is wrong, missing or unknown is told at once', () => {
  expect(
    problems({
      NETCLAIM_FORGE_URL: 'http://github.example.com/api/v3',
      NETCLAIM_APP_ID: 'kubedc',
      NETCLAIM_PRIVATE_KEY: '',
      NETCLAIM_WEBHOOK_SECRET: 'short',
      NETCLAIM_WEBHOOK_SECRETS: 'a secret of the webhook',
      NETCLAIM_MAIN: '-x',
    }),
  ).toEqual([
    'the configuration is not complete:',
    'NETCLAIM_REPOSITORIES is missing: owner/name of each claims repository, with commas between',
    'NETCLAIM_MAIN must be the name of a branch',
    'NETCLAIM_WEBHOOK_SECRET is shorter than 16 characters',
    'NETCLAIM_FORGE_URL must be an https URL without user, query and fragment',
    'NETCLAIM_APP_ID must be a number',
    'NETCLAIM_PRIVATE_KEY is missing: the private key of the GitHub App',
    'NETCLAIM_WEBHOOK_SECRETS is not known, did you mean "NETCLAIM_WEBHOOK_SECRET" or "NETCLAIM_WEBHOOK_SECRET_OLD"?',
  ])
})

test('of an unknown forge, all that is wrong of what every forge needs', () => {
  const env = {
    NETCLAIM_FORGE: 'gitlab',
    NETCLAIM_REPOSITORIES: 'claims',
    NETCLAIM_WEBHOOK_SECRET: '',
  }
  expect(problems(env)).toEqual([
    'the configuration is not complete:',
    'NETCLAIM_FORGE must be github or gitea',
    'NETCLAIM_REPOSITORIES must be owner/name, owner/name, …',
    'NETCLAIM_WEBHOOK_SECRET is missing: the secret of the webhook',
  ])
})

describe('one thing is wrong', () => {
  test.each<readonly [string, string, string]>([
    ['NETCLAIM_FORGE', 'gitlab', 'NETCLAIM_FORGE must be github or gitea'],
    [
      'NETCLAIM_FORGE_URL',
      'ftp://github.example.com',
      'NETCLAIM_FORGE_URL must be an https URL without user, query and fragment',
    ],
    [
      'NETCLAIM_FORGE_URL',
      'https://me:hunter2@github.example.com',
      'NETCLAIM_FORGE_URL must be an https URL without user, query and fragment',
    ],
    ['NETCLAIM_REPOSITORIES', 'claims', 'NETCLAIM_REPOSITORIES must be owner/name, owner/name, …'],
    [
      'NETCLAIM_REPOSITORIES',
      'kubedc/claims,KubeDC/Claims',
      'NETCLAIM_REPOSITORIES has a repository twice',
    ],
    ['NETCLAIM_MAIN', 'a..b', 'NETCLAIM_MAIN must be the name of a branch'],
    [
      'NETCLAIM_PRIVATE_KEY',
      PEM.replaceAll('PRIVATE', 'OPENSSH PRIVATE'),
      'NETCLAIM_PRIVATE_KEY must be a private key in PEM, as GitHub hands it out',
    ],
    ['NETCLAIM_CLUSTERS', '{"prod-1": hunter2}', 'NETCLAIM_CLUSTERS is no JSON'],
    ['NETCLAIM_CLUSTERS', '["hunter2"]', 'NETCLAIM_CLUSTERS must be an object of clusters by name'],
    [
      'NETCLAIM_CLUSTERS',
      '{"Prod_1": {"secret": "0123456789abcdef"}}',
      'NETCLAIM_CLUSTERS has a cluster whose name is no DNS label',
    ],
    [
      'NETCLAIM_CLUSTERS',
      '{"prod-1": {"secret": "hunter2"}}',
      'NETCLAIM_CLUSTERS.prod-1.secret is shorter than 16 characters',
    ],
    [
      'NETCLAIM_CLUSTERS',
      '{"prod-1": {"hunter2": ""}}',
      'NETCLAIM_CLUSTERS.prod-1 must be an object of repository, secret, oldSecret and token alone',
    ],
    [
      'NETCLAIM_CLUSTERS',
      '{"prod-1": {}}',
      'NETCLAIM_CLUSTERS.prod-1 needs a secret, or a token for Argo CD',
    ],
    [
      'NETCLAIM_CLUSTERS',
      '{"prod-1": {"token": "0123456789abcdef", "repository": "a/b"}}',
      'NETCLAIM_CLUSTERS.prod-1.repository must be one of NETCLAIM_REPOSITORIES',
    ],
    [
      'NETCLAIM_CLUSTERS',
      '{"a": {"secret": "0123456789abcdef"}, "b": {"token": "0123456789abcdef"}}',
      'NETCLAIM_CLUSTERS has one secret for two clusters: each could speak for the other',
    ],
  ])('%s=%s', (name, value, problem) => {
    const found = problems({ ...github, [name]: value })
    expect(found).toContain(problem)
    expect(found.join()).not.toMatch(/hunter2|0123456789abcdef|AAAA/)
  })

  test('two repositories, and a cluster that does not say which', () => {
    const clusters = '{"prod-1": {"token": "0123456789abcdef"}}'
    expect(problems({ ...gitea, NETCLAIM_CLUSTERS: clusters })).toContain(
      'NETCLAIM_CLUSTERS.prod-1.repository must be one of NETCLAIM_REPOSITORIES',
    )
  })
})

function problems(env: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    readConfiguration(env)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n  ')
    throw error
  }
  return []
}
