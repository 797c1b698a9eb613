/**
 * Compares two versions of Kube-OVN, `1.16.2` or `1.14`: below 0, 0, above 0. What is missing or
 * no number counts as 0, a `v` before it and a suffix are left out.
 */
export function compareVersions(a: string, b: string): number {
  const left = numbersOf(a)
  const right = numbersOf(b)
  for (const index of [0, 1, 2]) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Whether IPv6 works on external subnets and an all-ones gateway is taken: in no release up to
 * 1.16.2 (kubeovn/kube-ovn #6878; seen on 1.16.2: the OvnEip never gets ready).
 */
export function takesIPv6Segments(version: string): boolean {
  return compareVersions(version, '1.16.2') > 0
}

function numbersOf(version: string): readonly number[] {
  const parts = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?/.exec(version)?.slice(1) ?? []
  return parts.map((part) => Number(part ?? 0))
}
