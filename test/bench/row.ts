/** One line of the benchmark's table. */
export interface Row {
  readonly name: string
  /** Our figure, in `unit`. */
  readonly ours: number
  /** The same of what we compare with. */
  readonly peer?: number
  readonly unit: string
  /** How many times better ours is. */
  readonly ratio?: number
  readonly goal?: string
  readonly met?: boolean
}
