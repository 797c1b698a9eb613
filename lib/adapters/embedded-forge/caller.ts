import { ApiError } from './api-error.ts'

export type Level = 'read' | 'write'

/** Names of GitHub's permissions that some route of ours asks for. */
export const permissionNames = [
  'actions',
  'administration',
  'checks',
  'contents',
  'issues',
  'merge_queues',
  'metadata',
  'pull_requests',
  'statuses',
  'workflows',
] as const
export type Permissions = Readonly<Partial<Record<(typeof permissionNames)[number], Level>>>

/** Who calls, by the token that came with the call. */
export interface Caller {
  readonly login: string
  /** Absent for a person. */
  readonly appId?: number
  readonly permissions: Permissions
  /** Full names of repositories; absent: all. */
  readonly repositories?: readonly string[]
  /** Milliseconds since 1970; absent: never. */
  readonly expires?: number
}

export function allPermissions(level: Level): Permissions {
  return Object.fromEntries(permissionNames.map((name) => [name, level]))
}

/** Throws GitHub's 403 for a token that may not do this. */
export function requirePermission(
  caller: Caller,
  permission: keyof Permissions,
  level: Level,
): void {
  const has = caller.permissions[permission]
  if (has === 'write' || has === level) return
  const by = caller.appId === undefined ? 'personal access token' : 'integration'
  throw new ApiError(403, `Resource not accessible by ${by}`)
}

/** Check runs are written by apps alone; gives the app's id. */
export function requireApp(caller: Caller): number {
  if (caller.appId === undefined) throw new ApiError(403, 'You must authenticate via a GitHub App.')
  requirePermission(caller, 'checks', 'write')
  return caller.appId
}
