import { allocate } from '../../functions/allocate.ts'
import { gitRepository } from '../../lib/adapters/git.ts'
import { toyPlanner } from './toy-planner.ts'

const [repo = '', remote] = process.argv.slice(2)
const port = await gitRepository({ repo, ...(remote === undefined ? {} : { remote }) })
await allocate(port, {
  planner: toyPlanner,
  engine: '1.2.3',
  main: 'main',
  state: 'netclaim/state',
  batch: 2,
  wait: (attempt) => new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt)),
})
