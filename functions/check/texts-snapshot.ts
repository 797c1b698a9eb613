import type { Entry } from '../../lib/domain/document.ts'
import type { Texts } from '../../lib/ports/repository.ts'
import type { Snapshot } from '../../lib/ports/snapshot.ts'

/** Texts in memory as a commit would be read. */
export function textsSnapshot(texts: Texts): Snapshot {
  return {
    async names(folder) {
      const names = new Set<string>()
      for (const path of texts.keys())
        if (path.startsWith(folder)) names.add(path.slice(folder.length).split('/', 1)[0] ?? '')
      return [...names]
    },
    async read(paths) {
      const wanted = new Set(paths)
      const folders = paths.filter((path) => path.endsWith('/'))
      const found = new Map<string, Entry>()
      for (const [path, text] of texts)
        if (wanted.has(path) || folders.some((folder) => path.startsWith(folder)))
          found.set(path, { kind: 'text', text })
      return found
    },
  }
}
