import type { Json } from '../emit.ts'
import type { Manifest, SpeclessManifest } from '../manifests/manifest.ts'
import type { Settings } from '../settings.ts'
import { projectClass } from '../vip/lb-contract.ts'
import { allocatorRoles } from './allocator-roles.ts'
import { allocatorAccount, allocatorNamespace, profileMetadata } from './profile-metadata.ts'

/**
 * MetalLB's controller alone, which gives addresses and announces none: workers are virtual machines behind masquerading,
 * so that no speaker of theirs could be answered.
 */
export function allocator({
  allocator: { image, version },
}: Settings): readonly (Manifest | SpeclessManifest)[] {
  const labels = { 'app.kubernetes.io/name': 'lb-allocator' }
  return [
    namespace,
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: {
        ...profileMetadata(allocatorAccount, 'TenantAllocator'),
        namespace: allocatorNamespace,
      },
    },
    ...allocatorRoles,
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        ...profileMetadata('controller', 'TenantAllocator'),
        namespace: allocatorNamespace,
      },
      spec: {
        replicas: 1,
        // Two at a time could give one address twice.
        strategy: { type: 'Recreate' },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: allocatorAccount,
            // Asked to end it waits for half a minute, though it keeps nothing.
            terminationGracePeriodSeconds: 0,
            nodeSelector: { 'kubernetes.io/os': 'linux' },
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 65534,
              runAsGroup: 65534,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [container(`${image}:v${version}`)],
          },
        },
      },
    },
  ]
}

/** `restricted` of Pod Security: nothing in here needs more. */
const namespace: SpeclessManifest = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: withLabels({
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  }),
}

function withLabels(labels: Readonly<Record<string, string>>) {
  const metadata = profileMetadata(allocatorNamespace, 'TenantNamespace')
  return { ...metadata, labels: { ...metadata.labels, ...labels } }
}

/** Where it tells how many addresses each pool has left, and that it lives. */
const METRICS_PORT = 7472

function container(image: string): Json {
  const probe = { httpGet: { path: '/metrics', port: 'metrics' }, periodSeconds: 10 }
  return {
    name: 'controller',
    image,
    args: [
      `--lb-class=${projectClass}`,
      `--namespace=${allocatorNamespace}`,
      `--port=${METRICS_PORT}`,
      '--log-level=info',
      // Its webhook would need certificates; a policy keeps the pools instead.
      '--webhook-mode=disabled',
    ],
    env: [
      { name: 'METALLB_NAMESPACE', value: allocatorNamespace },
      { name: 'METALLB_POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    ports: [{ name: 'metrics', containerPort: METRICS_PORT }],
    livenessProbe: { ...probe, initialDelaySeconds: 10 },
    readinessProbe: probe,
    resources: {
      requests: { cpu: '10m', memory: '64Mi' },
      limits: { memory: '256Mi' },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  }
}
