import type { Command } from './command.ts'

/** A command before it is read. */
export interface Entry {
  readonly about: string
  /** Read only when it is asked for, so that the rest costs no start. */
  readonly load: () => Promise<Command>
}

/** The commands by name, in the order of the help. */
export const commands: Readonly<Record<string, Entry>> = {
  check: {
    about: 'judge a change: what it gets, what it collides with',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  plan: {
    about: 'what would be allocated, and the diff of the manifests',
    load: async () => (await import('./plan.ts')).planCommand,
  },
  render: {
    about: 'write the whole state tree into a folder',
    load: async () => (await import('./render.ts')).renderCommand,
  },
  capacity: {
    about: 'how full every pool is',
    load: async () => (await import('./capacity.ts')).capacityCommand,
  },
  who: {
    about: 'who has an address or a claim has what, since when, and who had it before',
    load: async () => (await import('./who.ts')).whoCommand,
  },
  stuck: {
    about: 'what does not go on, why, since when, and what to do next',
    load: async () => (await import('./stuck.ts')).stuckCommand,
  },
  export: {
    about: 'the whole ledger, as JSON, CSV or for NetBox',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  explain: {
    about: 'what a rule wants, why, an example, the source',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  init: {
    about: 'a claims repository, and its state branch',
    load: async () => (await import('./init.ts')).initCommand,
  },
  import: {
    about: 'a claims repository of a running platform',
    load: async () => (await import('./import.ts')).importCommand,
  },
  capture: {
    about: 'what was changed by hand in a cluster, as a branch for a pull request',
    load: async () => (await import('./capture.ts')).captureCommand,
  },
  allocate: {
    about: 'allocate on a local Git repository',
    load: async () => (await import('./allocate.ts')).allocateCommand,
  },
  recover: {
    about: 'a state branch that was lost, moved back or edited by hand',
    load: async () => (await import('./recover.ts')).recoverCommand,
  },
  run: {
    about: 'a function inside a CI job',
    load: async () => (await import('./run-function.ts')).runFunctionCommand,
  },
  'github-app': {
    about: 'the manifest of the GitHub App, and where to post it',
    load: async () => (await import('./github-app.ts')).githubAppCommand,
  },
  doctor: {
    about: 'what is missing or unsafe about a repository',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  serve: {
    about: 'the functions as a server, for webhooks of a forge and reports of clusters',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  'hand-over': {
    about: 'objects in a cluster from one applier to another',
    load: async () => (await import('./hand-over.ts')).handOverCommand,
  },
  eject: {
    about: 'leave Netclaim: plain manifests, and live objects without our marks',
    load: async () => (await import('./eject.ts')).ejectCommand,
  },
  sync: {
    about: 'the cluster side: apply the state, wait for health, take away what is no longer wanted',
    load: async () => (await import('./sync.ts')).syncCommand,
  },
  dev: {
    about: 'everything on this machine: a forge with a page, and the functions',
    load: async () => (await import('./dev.ts')).devCommand,
  },
}
