import type { Reservation } from '../lib/domain/reservation.ts'
import { mayReserve } from '../lib/pipeline/read/area.ts'
import { readTree } from '../lib/pipeline/read/read-tree.ts'
import type { Snapshot } from '../lib/ports/snapshot.ts'

const FOLDER = 'platform/'

/** What is set aside in a commit of main; only what can say so is read of it. */
export async function reservationsAt(main: Snapshot): Promise<readonly Reservation[]> {
  const paths = (await main.names(FOLDER)).map((name) => `${FOLDER}${name}`)
  return readTree(await main.read(paths.filter(mayReserve))).value.reservations
}
