import type { Gathered } from './observed.ts'

/** Notes how many addresses of a Subnet are in use, as far as the counters are exact. */
export function use(into: Gathered, subnet: string, four: unknown, six: unknown): void {
  const [v4, v6] = [digits(four), digits(six)]
  if (v4 === undefined && v6 === undefined) return
  into.usage.set(subnet, {
    subnet,
    ...(v4 === undefined ? {} : { v4 }),
    ...(v6 === undefined ? {} : { v6 }),
  })
}

/** Kube-OVN's counters are floats: from 2^53 on they are not exact, and no number is better than that. */
function digits(count: unknown): string | undefined {
  if (typeof count === 'string') return /^(?:0|[1-9]\d{0,38})$/.test(count) ? count : undefined
  return Number.isSafeInteger(count) && Number(count) >= 0 ? String(count) : undefined
}
