/** Whether version `is` (`1.16.2`) is `wanted` (`[1, 15]`) or newer. */
export function atLeast(is: string, wanted: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = is.split('.').map(Number)
  return major > wanted[0] || (major === wanted[0] && minor >= wanted[1])
}
