/**
 * Argo CD's sync waves: applied in this order, pruned in the reverse one, each waiting for the
 * one before. As few as the order of kube-ovn.md 4.6 allows, because each costs 2 to 3 s a sync:
 * kinds share a wave where neither needs the other, neither to come nor to go.
 */
export const waves = {
  /** Before everything that is of these kinds. */
  CustomResourceDefinition: -10,
  KMetal: 0,
  ProviderNetwork: 0,
  IPAddressPool: 0,
  PrometheusRule: 0,
  /** Nothing needs it, neither to come nor to go, and not everybody lets us list ConfigMaps. */
  PublishedValues: 0,
  Vlan: 1,
  L2Advertisement: 1,
  ProviderSubnet: 2,
  /** After the kinds that they match; before the first claim's object. */
  ValidatingAdmissionPolicy: 3,
  ValidatingAdmissionPolicyBinding: 4,
  /** A claim itself goes last: until all that it caused is gone, its status says what it waits for. */
  Claim: 5,
  /** Before its Vpc, or Kube-OVN takes an address of its own choice and our pin conflicts. */
  EgressOvnEip: 10,
  Vpc: 11,
  Subnet: 12,
  OvnEip: 12,
  NetworkAttachmentDefinition: 13,
  OvnSnatRule: 13,
  /** Before its reservations: it says what they are of. */
  AddressArena: 11,
  AddressReservation: 12,
  /** After the Subnet whose switch carries it. */
  SwitchLBRule: 13,
  /** In a tenant cluster: who guards is there before what is guarded, and the record before the pools that it allows. */
  TenantNamespace: 0,
  TenantAllocator: 5,
  DelegationRecord: 5,
  TenantPool: 6,
} as const
