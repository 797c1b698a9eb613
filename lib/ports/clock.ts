/** Time, for the functions; what is decided never looks at it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  pause(milliseconds: number): Promise<void>
}
