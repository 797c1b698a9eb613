import type { Option } from './command.ts'

/** What check, plan, render and capacity look at. */
export const inputOptions = {
  head: {
    type: 'string',
    placeholder: 'DIR|REV',
    about: 'the whole tree to judge (default: the working directory)',
  },
  base: {
    type: 'string',
    placeholder: 'DIR|REV',
    about: 'the whole tree before (default: nothing, every claim is new)',
  },
  state: {
    type: 'string',
    placeholder: 'DIR|REV',
    about: 'the state tree (default: what one plan of the base gives)',
  },
  observed: {
    type: 'string',
    placeholder: 'FILE|DIR',
    about:
      'Kubernetes objects of the cluster, as kubectl get -o yaml prints them (default: what the state was planned with)',
  },
  format: {
    type: 'string',
    placeholder: 'FORMAT',
    about: 'text (default), json, markdown, github, sarif or junit',
  },
  quiet: { type: 'boolean', about: 'no progress on stderr' },
} as const satisfies Readonly<Record<string, Option>>
