import { check } from '../../lib/pipeline/check.ts'
import { generate } from './generate.ts'

// A process of its own, since memory is never given back to the system: node cold-memory.ts SIZE
const head = generate(Number(process.argv[2]))
const { report } = check({ head, engine: '0' })
if (report.verdict !== 'accept') throw new Error(`a generated repository is ${report.verdict}ed`)
console.log(process.resourceUsage().maxRSS / 1024)
