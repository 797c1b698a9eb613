import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dev, dev } from '../../functions/dev.ts'
import { commitFiles, gitIn, scratchFolder } from '../git/sandbox.ts'
import { findChromium, startChromium } from './chromium.ts'

const executable = findChromium()
if (executable === undefined)
  console.log('skip  the page in a browser: no Chromium is found (apt-get install chromium)')

const BAD = '"><script>document.title = "run"</script><img src=x onerror="document.title=1">'
const BAD_BRANCH = `x"><script>document.title=1</script>&'`
const SLOW = { timeout: 20_000 }

describe.skipIf(executable === undefined)('the page in Chromium', () => {
  const folder = scratchFolder()
  const noise: string[] = []
  let running: Dev
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    const log = (level: string, event: string, fields: unknown) => {
      if (level === 'error') noise.push(`${event} ${JSON.stringify(fields)}`)
    }
    const started = dev({ folder: `${folder}/dev`, port: 0, log, step: () => undefined })
    ;[running, browser] = await Promise.all([started, startChromium(executable ?? '')])
    page = await browser.newPage()
    page.setDefaultTimeout(SLOW.timeout)
    page.on('console', (message) => noise.push(message.text()))
    page.on('pageerror', (error) => noise.push(error.message))
    page.on('dialog', (dialog) => {
      noise.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') noise.push(request.url())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await running?.stop()
  })

  /** Pushes a branch with one commit, from where `main` is by now. */
  function push(branch: string, files: Readonly<Record<string, string>>, message: string): void {
    gitIn(running.clone, 'fetch', '--quiet', 'origin')
    gitIn(running.clone, 'switch', '--quiet', '--create', branch, 'origin/main')
    commitFiles(running.clone, files, message)
    gitIn(running.clone, 'push', '--quiet', 'origin', branch)
  }

  const text = (words: string | RegExp) => page.getByText(words).first()
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  test('a branch becomes a pull request, whose red check is told on its line and blocks the merge', async () => {
    const claim = `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: shop-2
spec:
  type: nat
  v4Ip: "203.0.113.9"
`
    push('elsewhere', { 'environments/example/shop-2.yaml': claim }, 'An address of elsewhere')
    await page.goto(running.page)
    await button('Open a pull request from elsewhere').click()
    await heading('An address of elsewhere #5').waitFor()
    // Nobody loads the page again: it does so itself until the check has ended.
    await heading('Merging is blocked').waitFor()
    expect(await button('Merge pull request').isDisabled()).toBe(true)
    expect(await text('The required check netclaim failed.').isVisible()).toBe(true)
    const below = page.locator('tr[id="environments/example/shop-2.yaml:7"] + tr .note.failure')
    expect(await below.textContent()).toContain('203.0.113.9')
    expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(0)
  })

  test('its check run has a title, a summary, and annotations that lead to their lines', async () => {
    await page.getByRole('link', { name: 'netclaim', exact: true }).first().click()
    await heading(/^netclaim: /).waitFor()
    expect(await page.getByRole('table').count()).toBeGreaterThan(0)
    const asked = page.url()
    await button('Re-run netclaim').click()
    await page.waitForURL((url) => /\/runs\/\d+$/.test(url.href) && url.href !== asked)
    await page.getByRole('link', { name: 'environments/example/shop-2.yaml:7' }).click()
    await heading('An address of elsewhere #5').waitFor()
    const line = page.locator('tr:target')
    expect(await line.textContent()).toContain('v4Ip: "203.0.113.9"')
  })

  test('a merge is allocated, and what collides with it turns red', async () => {
    await page.goto(`${running.page}/pull/3`)
    await heading('Ready to merge').waitFor()
    await page.goto(`${running.page}/pull/2`)
    await page.getByLabel('How to merge').selectOption({ label: 'Squash and merge' })
    await button('Merge pull request').click()
    await heading('Merged').waitFor()
    await text('netclaim/allocate').waitFor()
    expect(await text('1 allocated').isVisible()).toBe(true)

    await page.goto(running.page)
    await page.getByRole('link', { name: /^Allocate for .*Shop wants \.40/ }).click()
    await text('"198.51.100.40": EipClaim example/shop').waitFor()
    await page.getByRole('link', { name: /^[0-9a-f]{40}$/ }).click()
    await heading(/^Shop wants \.40/).waitFor()
    expect(await text('netclaim/allocate').isVisible()).toBe(true)

    await expect
      .poll(async () => {
        await page.goto(`${running.page}/pull/3`)
        return page.locator('#merge').textContent()
      }, SLOW)
      .toBe('Merging is blocked')
    expect(await text(/is held by EipClaim example\/shop/).isVisible()).toBe(true)
  })

  test('what a stranger writes neither runs nor breaks the page', async () => {
    const claim = `apiVersion: network.kmetal.io/v1alpha1
kind: EipClaim
metadata:
  name: ${JSON.stringify(BAD)}
  annotations: {"a": "\u202e </td></table></main>\rdiff --git a/fake b/fake"}
spec:
  type: ${JSON.stringify(BAD)}
`
    push(BAD_BRANCH, { 'environments/example/bad ü.yaml': claim }, BAD)
    await page.goto(running.page)
    await button(`Open a pull request from ${BAD_BRANCH}`).click()
    await heading('Merging is blocked').waitFor()
    const pull = page.url()
    expect(await heading(`${BAD} #6`).isVisible()).toBe(true)
    expect(await page.title()).toBe(`${BAD} #6`)
    expect(await page.locator('.diff').count()).toBe(1)
    expect(await page.locator('.diff .note').count()).toBeGreaterThan(0)
    expect(await page.locator('.diff').textContent()).toContain('\\u202e </td></table></main>')
    const pages = [
      running.page,
      pull,
      await page.getByRole('link', { name: 'netclaim', exact: true }).first().evaluate(hrefOf),
      await page.getByRole('link', { name: BAD }).first().evaluate(hrefOf),
      `${running.page}/commits?branch=${encodeURIComponent(BAD_BRANCH)}`,
    ]
    for (const one of pages) {
      await page.goto(one)
      expect(await page.locator('script, img').count()).toBe(0)
      for (const width of [1100, 360]) {
        await page.setViewportSize({ width, height: 700 })
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
    }
  })

  test('nothing was logged by the page, and nothing left this machine', () => {
    expect(noise).toEqual([])
  })
})

/** Runs in the page. */
function hrefOf(link: unknown): string {
  return (link as { readonly href: string }).href
}
