import { expect } from 'vitest'

/** An element of a document: its name, attributes, and what is written directly in it. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly children: readonly Element[]
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const
const TOKEN =
  /<(?<close>\/)?(?<name>[a-z-]+)(?<rest>(?: [a-z]+="[^"<]*")*)(?<empty>\/)?>|(?<text>[^<]+)/y
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Reads the small part of XML 1.0 that we write, and fails for anything beyond it. */
export function judgeXml(xml: string): Element {
  expect(xml.startsWith(DECLARATION)).toBe(true)
  // Production [2] Char of XML 1.0.
  expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
  const root = { name: '', attributes: {}, text: '', children: [] as Element[] }
  const open: { name: string; text: string; children: Element[] }[] = [root]
  TOKEN.lastIndex = DECLARATION.length
  for (let at = DECLARATION.length; at < xml.length; at = TOKEN.lastIndex) {
    const { groups } = TOKEN.exec(xml) ?? {}
    if (groups === undefined) throw new Error(`no XML: ${xml.slice(at, at + 80)}`)
    const { close, name = '', rest = '', empty, text } = groups
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.text += unescape(text)
    else if (close !== undefined) expect(open.pop()?.name).toBe(name)
    else {
      const element = { name, attributes: attributesOf(rest), text: '', children: [] }
      parent.children.push(element)
      if (empty === undefined) open.push(element)
    }
  }
  expect(open).toHaveLength(1)
  const [document, ...more] = root.children
  expect([more, root.text.trim()]).toEqual([[], ''])
  if (document === undefined) throw new Error('an empty document')
  return document
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, unescape(value)]))
}

function unescape(text: string): string {
  return text.replaceAll(/&(\w*);?/g, (whole, name: string) => {
    if (Object.hasOwn(ENTITIES, name) && whole.endsWith(';'))
      return ENTITIES[name as keyof typeof ENTITIES]
    throw new Error(`no entity: ${whole}`)
  })
}
