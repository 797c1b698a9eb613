/** Undefined, and a line that says so, where the token may not look. */
export async function unlessRefused<T>(
  look: () => Promise<T>,
  what: string,
  unseen: string[],
): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (!isRefusal(error)) throw error
    unseen.push(`${what}: GitHub answers ${statusOf(error)}, the token may not look`)
    return undefined
  }
}

/** Undefined where there is no such thing. */
export async function unlessMissing<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}

/** GitHub says "not found" of what somebody may not know of. */
export function isRefusal(error: unknown): boolean {
  return [401, 403, 404].includes(statusOf(error))
}

/** Of GitHub's answer; 0 where there was none. */
export function statusOf(error: unknown): number {
  return error instanceof Error && 'status' in error ? Number(error.status) : 0
}
