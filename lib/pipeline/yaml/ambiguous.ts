/** How YAML 1.1 reads a plain scalar, where YAML 1.2 reads something else. */
const OTHER_READINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:y|Y|yes|Yes|YES|on|On|ON)$/, 'true'],
  [/^(?:n|N|no|No|NO|off|Off|OFF)$/, 'false'],
  [/^[-+]?0[0-7_]+$/, 'an octal number'],
  [/^[-+]?0b[01_]+$/, 'a binary number'],
  [/^0o[0-7]+$/, 'text'],
  [/^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/, 'a number in base 60'],
  [/^[-+]?0x(?=.*_)[0-9a-fA-F_]+$/, 'a number'],
  [/^[-+]?(?=[0-9._]*_)[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?$/, 'a number'],
  [/^[-+]?0x[0-9a-fA-F]+$/, 'a number'],
  [/^[-+]?[0-9]+[eE][-+]?[0-9]+$/, 'text'],
  [/^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)[eE][0-9]+$/, 'text'],
  [/^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt\s].*)?$/, 'a date'],
  [/^=$/, 'a default value'],
]

/** Unsigned hexadecimal numbers are read alike. */
const SAME = /^0x[0-9a-fA-F]+$/

/** What YAML 1.1 takes the plain scalar for; undefined where 1.1 and 1.2 agree. */
export function otherReading(source: string): string | undefined {
  if (source.length > 100 || SAME.test(source)) return undefined
  return OTHER_READINGS.find(([form]) => form.test(source))?.[1]
}
