import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsFile } from '../../lib/domain/settings-file.ts'
import { fieldHeads, fieldRows } from './field-rows.ts'
import { fence, generated, markdownTable, page } from './markdown.ts'

/** Every setting of `netclaim.yaml`, and the one that `netclaim init` writes. */
export function settingsPage(root: string): string {
  return page(
    generated('Settings'),
    '`netclaim.yaml` lies at the top of the claims repository. Everything in it may be left out, and so may the file. A setting that is not here is an error, and a file that cannot be read freezes the whole repository: nothing is given out and nothing is released until it can be read again.',
    markdownTable([...fieldHeads], fieldRows(SettingsFile)),
    'What `netclaim init` writes:',
    fence('yaml', readFileSync(join(root, 'repo-template/netclaim.yaml'), 'utf8')),
  )
}
