import type { Json } from '../emit.ts'
import { sha256 } from '../sha256.ts'
import type { Manifest } from './manifest.ts'

/** Where Flux lives; whoever keeps it elsewhere says so in the root's `targetNamespace`. */
const NAMESPACE = 'flux-system'
/** The GitRepository of flux/netclaim.yaml. */
const SOURCE = 'netclaim'
const PLATFORM = 'netclaim-platform'
const PREFIX = 'netclaim-env-'
/** Flux writes the name into a label of each object. */
const MAX_NAME = 63

/** The Kustomization that applies the platform. */
export function fluxPlatform(): Manifest {
  return unit({ name: PLATFORM, path: './rendered/platform', checks: platformChecks })
}

/** The Kustomization that applies one environment, so that what is wrong in it stops no other. */
export function fluxEnvironment(namespace: string): Manifest {
  return unit({
    name: fluxUnitName(namespace),
    path: `./rendered/environments/${namespace}`,
    checks: environmentChecks,
    environment: namespace,
  })
}

/** A namespace that makes the name too long is cut: two dashes, with which none begins, keep it from being another's. */
export function fluxUnitName(namespace: string): string {
  const name = `${PREFIX}${namespace}`
  if (name.length <= MAX_NAME) return name
  const digest = sha256(namespace).slice(0, 8)
  return `${PREFIX}-${namespace.slice(0, MAX_NAME - PREFIX.length - 2 - digest.length)}-${digest}`
}

interface Unit {
  readonly name: string
  readonly path: string
  readonly checks: readonly HealthCheck[]
  /** Absent: the platform, which comes first. */
  readonly environment?: string
}

function unit({ name, path, checks, environment }: Unit): Manifest {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: {
      name,
      namespace: NAMESPACE,
      labels: {
        'app.kubernetes.io/managed-by': 'netclaim',
        ...(environment === undefined ? {} : { 'netclaim.dev/environment': environment }),
      },
      annotations: {},
    },
    spec: {
      ...(environment === undefined ? {} : { dependsOn: [{ name: PLATFORM }] }),
      // Its absence then shows that all it applied is gone, which its own "deleted" does not.
      deletionPolicy: 'WaitForTermination',
      healthCheckExprs: checks as readonly Json[],
      interval: '10m',
      path,
      prune: true,
      retryInterval: '1m',
      sourceRef: { kind: 'GitRepository', name: SOURCE },
      // A repair waits until what it repairs has timed out; Kube-OVN needs seconds.
      timeout: '2m',
      wait: true,
    },
  }
}

type HealthCheck = {
  readonly apiVersion: string
  /** Absent: all kinds of the group. */
  readonly kind?: string
  readonly current: string
}

const KUBE_OVN = 'kubeovn.io/v1'
const subnet: HealthCheck = {
  apiVersion: KUBE_OVN,
  kind: 'Subnet',
  current: "status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')",
}

/** They get their status after all that they cause, and some have to wait for people. */
const claims: HealthCheck = { apiVersion: 'network.kmetal.io/v1alpha1', current: 'true' }

/** Without an expression what has no status yet is healthy at once; with one, what never gets a status never is. */
const platformChecks: readonly HealthCheck[] = [
  subnet,
  // One node without its interface must not hold up every environment.
  { apiVersion: KUBE_OVN, kind: 'ProviderNetwork', current: 'true' },
  claims,
]

const environmentChecks: readonly HealthCheck[] = [
  { apiVersion: KUBE_OVN, kind: 'Vpc', current: 'status.standby == true' },
  subnet,
  {
    apiVersion: KUBE_OVN,
    kind: 'OvnEip',
    current: 'status.ready == true && status.v4Ip == spec.v4Ip',
  },
  { apiVersion: KUBE_OVN, kind: 'OvnSnatRule', current: 'status.ready == true' },
  { apiVersion: KUBE_OVN, kind: 'OvnDnatRule', current: 'status.ready == true' },
  claims,
]
