import { appendFileSync } from 'node:fs'
import {
  type JobEnvironment,
  readJobEnvironment,
} from '../../lib/adapters/actions/job-environment.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { inertLog } from '../../lib/summary/workflow-commands.ts'
import { type FunctionName, functionNames } from '../job/call.ts'
import { exitCodeOf, outcomeLog, outcomeMarkdown } from '../job/outcome-text.ts'
import { jobParts } from '../job/parts.ts'
import { type JobHost, runInJob } from '../job/run-in-job.ts'
import { type Command, UsageError } from './command.ts'
import { didYouMean } from './nearest.ts'
import { ownVersion } from './package-root.ts'
import { wordOf } from './word-of.ts'

/** What of a host is not said by the job's variables. */
export type JobParts = Omit<JobHost, 'job' | 'engine' | 'main'>

/** `netclaim run`: a function in a job of GitHub Actions. */
export const runFunctionCommand: Command = runFunction(jobParts)

/** The command, with what `partsFor` gives. */
export function runFunction(
  partsFor: (job: JobEnvironment, workflow: string) => JobParts,
): Command {
  return {
    usage: `run ${functionNames.join('|')} [--branch main]`,
    about:
      'Runs a function inside a job of GitHub Actions, by the variables that GitHub sets and GITHUB_TOKEN. A check is the result of its job: exit code, annotations, summary. It clones what it needs for itself and checks nothing out; workflows/ has the jobs.',
    options: {
      branch: {
        type: 'string',
        placeholder: 'NAME',
        about: 'the branch of the claims (default: main)',
      },
      checks: {
        type: 'string',
        placeholder: 'FILE',
        about:
          'the workflow of the checks, to be run again by allocate and sweep (default: netclaim-check.yml)',
      },
    },
    operands: { min: 1, max: 1 },
    example: 'netclaim run check-pull-request',
    async run(invocation) {
      const {
        operands: [word = ''],
        env,
        terminal,
      } = invocation
      const name = functionOf(word)
      const job = readJobEnvironment(env)
      const main = wordOf(invocation, 'branch') ?? 'main'
      const parts = partsFor(job, wordOf(invocation, 'checks') ?? 'netclaim-check.yml')
      const outcome = await withoutToken(job, () =>
        runInJob(name, { ...parts, job, main, engine: ownVersion() }),
      )
      terminal.out(redacted(outcomeLog(outcome), job))
      writeSummary(job, redacted(outcomeMarkdown(outcome), job))
      return exitCodeOf(outcome)
    },
  }
}

function functionOf(word: string): FunctionName {
  const name = functionNames.find((one) => one === word)
  if (name !== undefined) return name
  throw new UsageError(
    `there is no function "${printable(word)}"${didYouMean(word, functionNames)}; there are ${functionNames.join(', ')}`,
  )
}

/** Added to what other commands of the step wrote. */
function writeSummary({ summaryPath }: JobEnvironment, markdown: string): void {
  if (summaryPath === undefined || markdown === '') return
  try {
    appendFileSync(summaryPath, markdown)
  } catch (cause) {
    throw new OutsideError('the summary of the step cannot be written', {
      system: 'actions',
      retryable: false,
      cause,
    })
  }
}

/** What went wrong outside, told so that the log neither shows the token nor obeys what a stranger wrote. */
async function withoutToken<T>(job: JobEnvironment, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    const { system, retryable } = error
    throw new OutsideError(inertLog(redacted(error.message, job)), { system, retryable })
  }
}

/** The token, and the form that Git sends it in, should anything ever repeat them. */
function redacted(text: string, { token }: JobEnvironment): string {
  if (token === undefined) return text
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  return text.replaceAll(basic, '***').replaceAll(token, '***')
}
