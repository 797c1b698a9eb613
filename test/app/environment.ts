/** Of GitHub's published example of a signature. */
export const SECRET = "It's a Secret to Everybody"

/** Variables that are a whole configuration. */
export const env = {
  NETCLAIM_REPOSITORIES: 'kubedc/claims,kubedc/lab',
  NETCLAIM_APP_ID: '12345',
  NETCLAIM_PRIVATE_KEY: `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----`,
  NETCLAIM_WEBHOOK_SECRET: SECRET,
  NETCLAIM_CLUSTERS: '{"prod-1": {"repository": "kubedc/claims", "secret": "a secret of prod-1"}}',
}
