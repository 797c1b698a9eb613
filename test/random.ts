import fc from 'fast-check'

// The gate tries the same cases everywhere, so that it fails for what was changed. Without `SEED`, as in
// `npm run test:long`, each run tries others.
const seed = process.env['SEED']
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })
