/** Permissions of the app, as GitHub's manifest names them: the least that the functions need. */
export const appPermissions = {
  metadata: 'read',
  // Trees are read; the state branch is written, and a comment on a commit.
  contents: 'write',
  // Pull requests are read; a comment under one whose claim was rejected on main; one is opened by a capture.
  pull_requests: 'write',
  checks: 'write',
  statuses: 'write',
  // Without it `merge_group` is never delivered (dcoapp/app#303).
  merge_queues: 'read',
} as const

/** Events that it is told of. */
export const appEvents = [
  'check_run',
  'check_suite',
  'merge_group',
  'pull_request',
  'push',
] as const
