/** The few styles that a summary needs; a terminal turns them into colours. */
export type Tone = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'

/** Gives the text in that tone. */
export type Style = (tone: Tone, text: string) => string

/** No colour at all. */
export function plain(_tone: Tone, text: string): string {
  return text
}
