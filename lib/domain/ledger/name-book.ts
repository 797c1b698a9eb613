/**
 * Names that must be unique in the whole cluster. OVN keeps routers and switches in one space, so a Vpc may not be
 * called like a Subnet (kube-ovn#5132); OvnEips have their own, as has each environment's NetworkAttachmentDefinitions.
 */
export type NameSpace = 'datapath' | 'OvnEip' | 'NetworkAttachmentDefinition'

/** Who has which derived name. The first one keeps it. */
export class NameBook {
  readonly #holders = new Map<string, string>()

  /** Gives the name to the holder, or says who has it already. The same holder may ask again. */
  claim(space: NameSpace, name: string, holder: string): string | undefined {
    const key = `${space} ${name}`
    const before = this.#holders.get(key)
    if (before !== undefined && before !== holder) return before
    this.#holders.set(key, holder)
    return undefined
  }

  /** Who has the name, if anyone but `holder`. */
  conflict(space: NameSpace, name: string, holder: string): string | undefined {
    const before = this.#holders.get(`${space} ${name}`)
    return before === holder ? undefined : before
  }

  release(space: NameSpace, name: string, holder: string): void {
    const key = `${space} ${name}`
    if (this.#holders.get(key) === holder) this.#holders.delete(key)
  }
}
