export interface Refusal {
  readonly status: number
  readonly message: string
}

/** How a call was refused; throws where it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => undefined,
    (caught: Refusal) => caught,
  )
  if (error === undefined) throw new Error('it was not refused')
  return { status: error.status, message: error.message }
}
