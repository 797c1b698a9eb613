import { raw } from 'hono/html'
import { Marked, type Tokens } from 'marked'

/** Tags that a summary may use, as they stand; every other one is shown as text. */
const TAGS = /(<\/?(?:details|summary|sub)>)/
/** What a program leaves in a comment for itself. */
const HIDDEN = /<!--.*?-->/gs

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeAll(text),
    // A link leads somewhere by http, or is a text.
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens)
      return /^https?:\/\//i.test(href)
        ? `<a href="${escape(href)}" rel="noreferrer">${text}</a>`
        : text
    },
    // Nothing is loaded from elsewhere.
    image: ({ text }: Tokens.Image) => escape(text),
  },
})

/** Markdown of a stranger as HTML in which nothing runs and nothing is loaded. */
export function markdown(text: string) {
  return raw(marked.parse(text) as string)
}

function escapeAll(text: string): string {
  const parts = text.replace(HIDDEN, '').split(TAGS)
  return parts.map((part, at) => (at % 2 === 1 ? part : escape(part))).join('')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
}
