/**
 * Keeps contents that never change under their key, as long as it likes: losing one costs a call.
 * It is trusted, so nobody but Netclaim may write to it.
 */
export interface ObjectCache {
  get(key: string): Uint8Array | undefined | Promise<Uint8Array | undefined>
  set(key: string, content: Uint8Array): void | Promise<void>
}
