/** The way out where a template was written. */
export const templateHint =
  'templates as {{ … }} and ${…} are not filled in: write the value itself'

/** Whether a text has a mark of Helm, Jinja, a shell or envsubst in it. */
export function isTemplate(text: string | undefined): boolean {
  return text !== undefined && /\{\{|\$\{/.test(text)
}
