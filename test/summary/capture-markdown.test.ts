import { expect, test } from 'vitest'
import type { Captured, Left } from '../../lib/pipeline/capture/draft.ts'
import { captureMarkdown } from '../../lib/summary/capture-markdown.ts'

const nasty = 'a|b`<img src=x>\n@octo #1 **x** [y](http://z) \u202e'

function captured(n: number, text = `object-${n}`): Captured {
  return {
    object: text,
    field: text,
    live: text,
    manager: text,
    since: text,
    file: text,
    says: text,
  }
}

function left(n: number, text = `object-${n}`): Left {
  return { object: text, manager: text, reason: text, next: text }
}

const nothing = { captured: [], left: [], files: new Map(), unread: [] }

test('what strangers wrote stands in its cells, and is nothing but text', () => {
  const text = captureMarkdown({
    ...nothing,
    captured: [captured(0, nasty)],
    left: [left(0, nasty)],
    unread: [nasty],
  })
  const rows = text.split('\n').filter((line) => line.includes('octo'))
  expect(rows.map((row) => row.split(/(?<!\\)\|/).length)).toEqual([7, 7, 1])
  expect(text).not.toMatch(/<img|(?<!\\)\*\*x|[@#](?=octo|1)|(?<!\\)\[y|\u202e/)
})

test('however much was changed, it is below what a forge takes, and says how much is left out', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => n)
  const text = captureMarkdown({
    ...nothing,
    captured: rows.map((n) => captured(n)),
    left: rows.map((n) => left(n)),
  })
  expect(Buffer.byteLength(text)).toBeLessThan(65_000)
  expect(text.match(/^\| … and \d{4} more \|/gm)).toHaveLength(2)
})
