/**
 * Names that must be unique in the whole cluster. OVN keeps routers and switches in one space, so a Vpc may not be
 * called like a Subnet (kube-ovn#5132); OvnEips have their own, as have AddressReservations and each environment's
 * NetworkAttachmentDefinitions.
 */
export type NameSpace = 'datapath' | 'OvnEip' | 'NetworkAttachmentDefinition' | 'AddressReservation'

/** Who has which derived name. The first one keeps it. */
export class NameBook {
  readonly #spaces: Readonly<Record<NameSpace, Map<string, string>>> = {
    datapath: new Map(),
    OvnEip: new Map(),
    NetworkAttachmentDefinition: new Map(),
    AddressReservation: new Map(),
  }

  /** Gives the name to the holder, or says who has it already. The same holder may ask again. */
  claim(space: NameSpace, name: string, holder: string): string | undefined {
    const names = this.#spaces[space]
    const before = names.get(name)
    if (before === undefined) names.set(name, holder)
    return before === holder ? undefined : before
  }

  /** Who has the name, if anyone but `holder`. */
  conflict(space: NameSpace, name: string, holder: string): string | undefined {
    const before = this.#spaces[space].get(name)
    return before === holder ? undefined : before
  }
}
