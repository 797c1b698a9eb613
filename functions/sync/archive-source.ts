import { type ArchiveAccess, fetchArchive } from '../../lib/adapters/archive/fetch-archive.ts'
import type { TarFiles } from '../../lib/adapters/archive/tar-files.ts'
import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { printable } from '../../lib/domain/printable.ts'
import { defaultSettings } from '../../lib/domain/settings.ts'
import { appliedByOf } from '../../lib/pipeline/appliers/applied-by.ts'
import type { StateTree } from '../../lib/pipeline/report.ts'
import { readStateHeader } from '../allocate/state-header.ts'
import { generationOf } from './git-source.ts'
import type { Fetched, StateSource } from './state-source.ts'

/**
 * The state branch as an archive that a forge serves. It has no history, so an older state is known by its generation
 * alone; and it has no `netclaim.yaml`, so the brakes are at their defaults; who applies, the tree shows.
 */
export function archiveSource(access: ArchiveAccess): StateSource {
  let known: { readonly fetched: Fetched; readonly etag?: string } | undefined
  return {
    async latest() {
      const answer = await fetchArchive(access, known?.etag)
      if (answer === undefined && known !== undefined) return known.fetched
      if (answer === undefined) throw unusable('is not sent, though nothing of it is known yet')
      const { archive, etag } = answer
      known = { fetched: fetchedOf(archive), ...(etag === undefined ? {} : { etag }) }
      return known.fetched
    },
  }
}

function fetchedOf({ commit, files }: TarFiles): Fetched {
  if (commit === undefined)
    throw unusable(
      'does not say which commit it is of: git archive and the forges write it in front',
    )
  const texts = textsOf(files)
  const source = readStateHeader(texts)?.source
  const candidate = { commit, generation: generationOf(texts), source, news: [] }
  return { candidate, texts, settings: { ...defaultSettings, appliedBy: appliedByOf(texts) } }
}

function textsOf(files: TarFiles['files']): StateTree {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const texts = new Map<string, string>()
  for (const [path, content] of files) {
    try {
      texts.set(path, decoder.decode(content))
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause
      throw unusable(`holds "${printable(path)}", which is no text`)
    }
  }
  return texts
}

function unusable(why: string): OutsideError {
  return new OutsideError(`the archive of the state ${why}`, {
    system: 'archive',
    retryable: false,
  })
}
