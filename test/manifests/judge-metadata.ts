const label = /^(?:[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?)?$/
const subdomain = /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/
const metadataFields = ['name', 'namespace', 'labels', 'annotations', 'finalizers']

/** What the API server would refuse of an object's metadata, or what we have no reason to render. */
export function judgeMetadata(metadata: Readonly<Record<string, unknown>>): string[] {
  const complaints: string[] = []
  const { name, namespace, labels = {}, annotations = {}, finalizers = [] } = metadata
  for (const field of Object.keys(metadata)) {
    if (!metadataFields.includes(field)) complaints.push(`metadata has "${field}"`)
  }
  for (const text of namespace === undefined ? [name] : [name, namespace]) {
    if (!subdomain.test(String(text))) complaints.push(`"${String(text)}" is no name`)
  }
  for (const [key, value] of Object.entries(labels as object)) {
    if (typeof value !== 'string' || !label.test(value))
      complaints.push(`label ${key} is "${value}"`)
    if (!isKey(key)) complaints.push(`"${key}" is no label key`)
  }
  for (const [key, value] of Object.entries(annotations as object)) {
    if (typeof value !== 'string') complaints.push(`annotation ${key} is no string`)
    if (!isKey(key)) complaints.push(`"${key}" is no annotation key`)
  }
  for (const finalizer of finalizers as readonly string[]) {
    if (!isKey(finalizer)) complaints.push(`"${finalizer}" is no finalizer`)
  }
  return complaints
}

function isKey(key: string): boolean {
  const [first = '', second, ...more] = key.split('/')
  if (more.length > 0) return false
  if (second === undefined) return first !== '' && label.test(first)
  return subdomain.test(first) && second !== '' && label.test(second)
}
