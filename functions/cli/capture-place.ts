import { resolve } from 'node:path'
import type { Forge } from '../../lib/ports/forge.ts'
import { type CapturePlace, placeAt, placeInClone } from '../capture/place.ts'
import { type Invocation, UsageError } from './command.ts'
import { openForge } from './open-forge.ts'
import { isAddress, openRemote } from './remote-repository.ts'
import { wordOf } from './word-of.ts'

/** Where a capture reads main and writes its branch. */
export interface OpenedPlace {
  readonly place: CapturePlace
  /** Where its pull request goes; absent: none is asked for. */
  readonly forge?: Forge
  readonly close: () => void
}

/** The repository on the forge, what stands at an address, or the clone on this machine. */
export async function openCapturePlace(invocation: Invocation): Promise<OpenedPlace> {
  const [word = '.', name, branch] = ['repo', 'pull-request', 'branch'].map((one) =>
    wordOf(invocation, one),
  )
  if (name !== undefined) {
    if ('repo' in invocation.options)
      throw new UsageError(
        '--pull-request and --repo exclude each other: the forge has main and state',
      )
    const { repository, forge, close } = await openForge(invocation, 'pull-request', name)
    return { ...(await closing(close, () => placeAt(repository, branch ?? 'main'))), forge }
  }
  if (!isAddress(word)) {
    const place = await placeInClone(resolve(invocation.terminal.cwd, word), branch)
    return { place, close: () => undefined }
  }
  const { repository, close } = await openRemote(invocation, word)
  return closing(close, () => placeAt(repository, branch ?? 'main'))
}

async function closing(
  close: () => void,
  find: () => Promise<CapturePlace>,
): Promise<{ readonly place: CapturePlace; readonly close: () => void }> {
  try {
    return { place: await find(), close }
  } catch (error) {
    close()
    throw error
  }
}
