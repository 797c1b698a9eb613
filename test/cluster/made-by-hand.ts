const platform = `
apiVersion: kubeovn.io/v1
kind: ProviderNetwork
metadata: {name: net1}
spec: {defaultInterface: eth1}
---
apiVersion: kubeovn.io/v1
kind: Vlan
metadata: {name: vlan1}
spec: {id: 0, provider: net1}
---
apiVersion: kubeovn.io/v1
kind: Subnet
metadata: {name: outside}
spec:
  protocol: IPv4
  cidrBlock: 198.51.100.0/24
  gateway: 198.51.100.1
  vlan: vlan1
  excludeIps: [198.51.100.1..198.51.100.19]
---
apiVersion: metallb.io/v1beta1
kind: IPAddressPool
metadata: {name: tenant-cp-pool, namespace: kmetal-metallb}
spec: {addresses: [172.21.208.100-172.21.208.250]}
---
apiVersion: metallb.io/v1beta1
kind: L2Advertisement
metadata: {name: all, namespace: kmetal-metallb}
---
apiVersion: v1
kind: Namespace
metadata: {name: photon-prod}
---
apiVersion: kubeovn.io/v1
kind: Vpc
metadata: {name: photon-prod}
spec:
  namespaces: [photon-prod]
  enableExternal: true
  extraExternalSubnets: [outside]
  staticRoutes:
    - {cidr: 0.0.0.0/0, nextHopIP: 198.51.100.1, policy: policyDst}
---
`

const lan = `
apiVersion: kubeovn.io/v1
kind: Subnet
metadata: {name: photon-prod-lan}
spec:
  vpc: photon-prod
  namespaces: [photon-prod]
  cidrBlock: 10.1.0.0/24
  gateway: 10.1.0.1
  excludeIps: [10.1.0.1]
  provider: lan-net.photon-prod.ovn
---
apiVersion: k8s.cni.cncf.io/v1
kind: NetworkAttachmentDefinition
metadata: {name: lan-net, namespace: photon-prod}
spec:
  config: '{"cniVersion":"0.3.0","type":"kube-ovn","server_socket":"/run/openvswitch/kube-ovn-daemon.sock","provider":"lan-net.photon-prod.ovn"}'
---
`

/** A platform as Kube-OVN's own pages show it: half the names are not those of claims. */
export const byKubectl = `${platform}${lan}
apiVersion: kubeovn.io/v1
kind: OvnSnatRule
metadata: {name: photon-prod-lan}
spec: {ovnEip: photon-prod-outside, vpcSubnet: photon-prod-lan}
---
apiVersion: kubeovn.io/v1
kind: OvnEip
metadata: {name: photon-prod-web}
spec: {externalSubnet: outside, type: nat, v4Ip: 198.51.100.21}
---
apiVersion: kubeovn.io/v1
kind: OvnEip
metadata: {name: mine}
spec: {externalSubnet: outside, type: nat, v4Ip: 198.51.100.22}
---
apiVersion: kubeovn.io/v1
kind: OvnDnatRule
metadata: {name: web-443}
spec: {ovnEip: photon-prod-web, vpc: photon-prod, v4Ip: 10.1.0.5, internalPort: "8443", externalPort: "443", protocol: tcp}
---
apiVersion: kubeovn.io/v1
kind: OvnFip
metadata: {name: mine}
spec: {ovnEip: mine, vpc: photon-prod, v4Ip: 10.1.0.6}
---
apiVersion: kubeovn.io/v1
kind: Subnet
metadata: {name: net1}
spec: {vpc: photon-prod, namespaces: [photon-prod], cidrBlock: 10.2.0.0/24}
---
apiVersion: kubeovn.io/v1
kind: SwitchLBRule
metadata:
  name: front
  annotations: {ovn.kubernetes.io/logical_router: photon-prod, ovn.kubernetes.io/logical_switch: net1, ovn.kubernetes.io/service_health_check: "false"}
spec: {vip: 10.2.0.9, namespace: photon-prod, endpoints: [10.2.0.5], ports: [{name: http, port: 80, targetPort: 8080, protocol: TCP}]}
---
apiVersion: v1
kind: Namespace
metadata: {name: lab-ns}
---
apiVersion: kubeovn.io/v1
kind: Vpc
metadata: {name: lab}
spec: {namespaces: [lab-ns]}
---
apiVersion: kubeovn.io/v1
kind: Subnet
metadata: {name: lab-a}
spec: {vpc: lab, cidrBlock: 10.1.0.0/24}
---
apiVersion: metallb.io/v1beta1
kind: IPAddressPool
metadata: {name: lab, namespace: kmetal-metallb}
spec: {addresses: [10.77.0.0/24]}
---
apiVersion: v1
kind: Service
metadata: {name: front, namespace: lab-ns}
spec: {type: LoadBalancer, ports: [{port: 80}], selector: {a: b}}
`

/** What a person does, one after the other, until some of it is refused, hangs, or says what is not so. */
export const messy: readonly (readonly [args: string, input?: string])[] = [
  ['apply -f -', `${platform}${lan}`],
  ['wait --for=jsonpath={.status.standby}=true vpc.kubeovn.io/photon-prod --timeout=60s'],
  ['wait --for=condition=Ready subnet.kubeovn.io/photon-prod-lan --timeout=60s'],
  [
    'apply -f -',
    `
apiVersion: kubeovn.io/v1
kind: OvnEip
metadata: {name: photon-prod-web}
spec: {externalSubnet: outside, type: nat, v4Ip: 198.51.100.21}
---
apiVersion: kubeovn.io/v1
kind: Subnet
metadata: {name: photon-prod-twice}
spec: {vpc: photon-prod, namespaces: [photon-prod], cidrBlock: 10.1.0.0/25}
---
apiVersion: kubeovn.io/v1
kind: OvnEip
metadata: {name: photon-prod-outside-it}
spec: {externalSubnet: outside, type: nat, v4Ip: 203.0.113.9}
---
apiVersion: kubeovn.io/v1
kind: OvnEip
metadata: {name: photon-prod-nowhere}
spec: {externalSubnet: nowhere, type: nat}
---
apiVersion: v1
kind: Namespace
metadata: {name: going}
---
apiVersion: kubeovn.io/v1
kind: Vpc
metadata: {name: going}
spec: {namespaces: [going]}
---
apiVersion: kubeovn.io/v1
kind: Vlan
metadata: {name: vlan9}
spec: {id: 9, provider: no-such}
`,
  ],
  ['wait --for=jsonpath={.status.ready}=true ovn-eip.kubeovn.io/photon-prod-web --timeout=60s'],
  ['wait --for=jsonpath={.status.standby}=true vpc.kubeovn.io/going --timeout=60s'],
  [
    'apply -f -',
    `
apiVersion: kubeovn.io/v1
kind: Subnet
metadata: {name: going-a}
spec: {vpc: going, namespaces: [going], cidrBlock: 10.5.0.0/24}
`,
  ],
  ['wait --for=condition=Ready subnet.kubeovn.io/going-a --timeout=60s'],
  ['delete vpc.kubeovn.io going --wait=false'],
  ['patch ovn-eip.kubeovn.io photon-prod-web --type=merge -p {"spec":{"v4Ip":"198.51.100.77"}}'],
]
