import type { Rule } from './rule.ts'

/** What the files of main may say of who may do what: what `netclaim doctor` reads in them. */
export const setupFileRules = {
  codeownersMissing: {
    id: 'setup/codeowners-missing',
    severity: 'error',
    wants: 'The repository says who owns what.',
    why: 'Without it anybody who may approve can approve what is granted to them.',
    example: 'no .github/CODEOWNERS, CODEOWNERS or docs/CODEOWNERS',
    source: 'docs.github.com, about code owners',
  },
  codeownersGap: {
    id: 'setup/codeowners-gap',
    severity: 'error',
    wants: 'Operators own the platform, the acknowledgements, the settings and what jobs run.',
    why: 'Who changes these changes the rules for everybody, or lets their own change pass a brake.',
    example: '/environments/ @acme/tenants, and no line for /platform/',
    source: 'repo-template/CODEOWNERS',
  },
  attributesHide: {
    id: 'setup/attributes-hide',
    severity: 'error',
    wants: 'No attribute of Git hides a file, or shows another content than it has.',
    why: 'Reviewers and tools that read an archive or a diff would see something else than what is planned.',
    example: 'environments/a/** linguist-generated export-ignore',
    source: 'git help attributes; seen with git archive 2.39',
  },
  workflowTarget: {
    id: 'setup/workflow-target',
    severity: 'error',
    wants: 'No workflow runs with the rights of main for what a stranger wrote.',
    why: 'With pull_request_target and workflow_run a token that can write meets a text that nobody reviewed.',
    example: 'on: pull_request_target',
    source: 'securitylab.github.com, preventing pwn requests',
  },
  workflowInjection: {
    id: 'setup/workflow-injection',
    severity: 'error',
    wants: 'No script of a workflow holds a text out of the event.',
    why: 'GitHub pastes it in before the shell reads it: a title or a branch name becomes a command.',
    example: 'run: echo "${{ github.event.pull_request.title }}"',
    source: 'docs.github.com, script injections',
  },
  workflowRights: {
    id: 'setup/workflow-rights',
    severity: 'warning',
    wants: 'A workflow says which rights it needs, and only the allocation may write.',
    why: 'The token of a job that can write contents can write the state branch, or what main requires.',
    example: 'permissions: write-all',
    source: 'docs.github.com, permissions for the GITHUB_TOKEN',
  },
} as const satisfies Readonly<Record<string, Rule>>
