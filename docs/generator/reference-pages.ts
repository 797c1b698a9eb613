import { commandLinePage } from './command-line-page.ts'
import { forgesPage } from './forges-page.ts'
import { kindsPage } from './kinds-page.ts'
import { limitsPage } from './limits-page.ts'
import { rulesPage } from './rules-page.ts'
import { settingsPage } from './settings-page.ts'

/** The pages of `docs/reference` that are made of the code, by file name. `root` is the checkout. */
export async function referencePages(root: string): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['command-line.md', await commandLinePage()],
    ['forges.md', forgesPage()],
    ['kinds.md', kindsPage()],
    ['limits.md', limitsPage(root)],
    ['rules.md', rulesPage()],
    ['settings.md', settingsPage(root)],
  ])
}
