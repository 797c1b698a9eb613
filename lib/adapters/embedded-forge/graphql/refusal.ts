/** An error of GitHub's GraphQL API, which names its kind beside the message. */
export class GraphqlRefusal extends Error {
  override readonly name = 'GraphqlRefusal'
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}
