import { arenaName } from '../names.ts'

const ARENA = 'AddressArena '

/** How an arena that was there before Netclaim is called among what was imported: `AddressArena photon-prod/vip-photon-prod`. */
export function arenaPart(namespace: string): string {
  return `${ARENA}${namespace}/${arenaName(namespace)}`
}

export function isArenaPart(part: string): boolean {
  return part.startsWith(ARENA)
}
