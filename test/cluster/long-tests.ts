/**
 * Tests on real peers that take their time: each starts an API server of its own, most of them Kube-OVN, too. `npm test`
 * leaves them out, `npm run test:peers` runs them; so does vitest, asked for one by its name.
 */
export const longTests = [
  'accidents',
  'capture',
  'circle',
  'control-planes',
  'crds',
  'deploy',
  'eject',
  'flux-values',
  'import',
  'import-kube-dc',
  'listen',
  'outages',
  'policies',
  'policy-vectors',
  'project-vips',
  'publish',
  'recover',
  'status',
  'sync-faults',
  'takeover',
  'tenant-profile',
  'upgrade',
  'vip-ledger',
].map((name) => `test/cluster/${name}.test.ts`)
