/** What a name begins with up to a dash: `a-b-c` → `a`, `a-b`. */
export function dashPrefixes(name: string): readonly string[] {
  const prefixes: string[] = []
  for (let at = name.indexOf('-'); at > 0; at = name.indexOf('-', at + 1)) {
    prefixes.push(name.slice(0, at))
  }
  return prefixes
}
