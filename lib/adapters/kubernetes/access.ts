import type { ConnectionOptions } from 'node:tls'

/** What is shown to an API server, and what its own certificate is checked with. */
export interface Credentials {
  readonly tls: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername'>
  readonly headers: Readonly<Record<string, string>>
}

/** Where an API server is, and who we are there. */
export interface Access {
  /** `https://HOST:PORT`, with a path where the API lies below one. */
  readonly server: string
  /** The latest ones. Where the API refused some, it names them, and all is read anew unless that was done since. */
  credentials(refused?: Credentials): Promise<Credentials>
}
