/** The longest DNS label, RFC 1123; also the longest value of a Kubernetes label. */
export const longestLabel = 63

/** A clause that says why `text` is no DNS label; undefined where it is one. */
export function whyNoLabel(text: string): string | undefined {
  if (text === '') return 'is empty'
  if (text.length > longestLabel)
    return `has ${text.length} characters, ${longestLabel} are the most`
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text)) return undefined
  return 'is no DNS label: lower-case letters, digits and dashes, not first or last a dash'
}
