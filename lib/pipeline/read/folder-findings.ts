import { quote } from '../../domain/claims/quote.ts'
import type { Finding } from '../../domain/finding.ts'
import { placementRules } from '../../domain/rules/placement-rules.ts'
import { breach } from '../../domain/rules/rule.ts'
import { startOf } from './entry-findings.ts'

/** A folder of claims that no namespace can be called like. */
export function badFolder(path: string, folder: string): Finding {
  return breach(
    placementRules.folderName,
    `folder ${quote(folder)} is not called like a namespace`,
    {
      at: startOf(path),
      hint: 'a namespace has 1 to 63 of a-z, 0-9 and "-", and no "-" at its ends',
    },
  )
}

/** A file of claims without a folder. */
export function looseFile(path: string): Finding {
  return breach(placementRules.looseFile, 'the file is in no environment', {
    at: startOf(path),
    hint: 'move it to environments/<namespace>/',
  })
}

/** A file where one of the folders should be. */
export function notAFolder(path: string): Finding {
  return breach(placementRules.looseFile, `${quote(path)} is a file, not a folder`, {
    at: startOf(path),
  })
}
