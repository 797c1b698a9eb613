/** What an answer was computed from. */
export interface CheckKey {
  /** Id of the commit that is judged. */
  readonly head: string
  /** Tip of the branch of the claims. */
  readonly main: string
  /** Tip of the state branch; absent: there was none. */
  readonly state?: string
  /** Stands for the commits of the facts; absent: no cluster reports. */
  readonly observed?: string
  /** Version of the program. */
  readonly engine: string
}

const ID = '[0-9a-f]{40}(?:[0-9a-f]{24})?'
const KEY = new RegExp(`^v1:(${ID}):(${ID}):(${ID}|none):([0-9a-f]{16}|none):([^:\\s]{1,60})$`)

/** The key as a forge keeps it: `v1:<head>:<main>:<state>:<facts>:<engine>`. */
export function keyText({
  head,
  main,
  state = 'none',
  observed = 'none',
  engine,
}: CheckKey): string {
  return `v1:${head}:${main}:${state}:${observed}:${engine}`
}

/** What a key says; undefined for one that this version does not know. */
export function parseKey(text: string): CheckKey | undefined {
  const match = KEY.exec(text)
  if (match === null) return undefined
  const [, head = '', main = '', state = '', observed = '', engine = ''] = match
  return {
    head,
    main,
    ...(state === 'none' ? {} : { state }),
    ...(observed === 'none' ? {} : { observed }),
    engine,
  }
}
