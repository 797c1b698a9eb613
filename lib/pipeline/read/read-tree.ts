import type { Tree } from '../../domain/document.ts'
import type { Checked, Finding } from '../../domain/finding.ts'
import type { Environment, Inputs } from '../inputs.ts'
import { readPolicies } from '../policies/read-policies.ts'
import { readAcknowledgements } from './read-acknowledgements.ts'
import { readClusterConfig } from './read-cluster-config.ts'
import { readEnvironment } from './read-environment.ts'
import { readGrants } from './read-grants.ts'
import { readMigration } from './read-migration.ts'
import { readObjects } from './read-objects.ts'
import { readPlatform } from './read-platform.ts'
import { readProjects } from './read-projects.ts'
import { readReservations } from './read-reservations.ts'
import { readSettings } from './read-settings.ts'
import { survey } from './survey.ts'

/**
 * All that a repository says: text → documents → typed claims, with everything odd told.
 *
 * The order of the tree does not matter. What cannot be used is left out, and marks its
 * environment, or for the operators' part everything, as not readable.
 */
export function readTree(tree: Tree): Checked<Inputs> {
  const files = survey(tree)
  const settings = readSettings(files.settings)
  const operators = readOperators(files)
  const findings = [...files.findings, ...settings.findings, ...operators.findings]
  const environments = new Map<string, Environment>()
  for (const [namespace, part] of files.environments) {
    const environment = readEnvironment(namespace, part)
    environments.set(namespace, environment.value)
    for (const finding of environment.findings) findings.push(finding)
  }
  const readable = files.readable && settings.readable && operators.readable
  const { value: said, engineAt, targetAt } = settings
  const value = {
    settings: said,
    ...(engineAt === undefined ? {} : { engineAt }),
    ...(targetAt === undefined ? {} : { targetAt }),
    ...operators.inputs,
    environments,
    readable,
  }
  return { value, findings }
}

function readOperators({
  platform: part,
  clusterConfig,
  policies: guards,
  acknowledgements: reviewed,
  environments,
}: ReturnType<typeof survey>) {
  const objects = readObjects('platform', part)
  const platform = readPlatform(objects.known)
  const vip = readClusterConfig(clusterConfig)
  const migration = readMigration(objects.known)
  const names = new Set(environments.keys())
  const grants = readGrants(objects.known, names)
  const projects = readProjects(objects.known, names)
  const reservations = readReservations(objects.known)
  const guarding = readObjects('policies', guards)
  const policies = readPolicies(guarding.known)
  const acknowledged = readObjects('acknowledgements', reviewed)
  const { acknowledgements, transfers, findings } = readAcknowledgements(acknowledged.known)
  const all: Finding[] = [
    ...objects.findings,
    ...platform.findings,
    ...vip.findings,
    ...migration.findings,
    ...grants.findings,
    ...projects.findings,
    ...reservations.findings,
    ...guarding.findings,
    ...policies.findings,
    ...acknowledged.findings,
    ...findings,
  ]
  const fine = !all.some(({ severity }) => severity === 'error')
  return {
    inputs: {
      ...(platform.value === undefined ? {} : { platform: platform.value }),
      ...(vip.value === undefined ? {} : { vip: vip.value }),
      ...(migration.value === undefined ? {} : { migration: migration.value }),
      grants: grants.value,
      projects: projects.value,
      reservations: reservations.value,
      policies: policies.value,
      acknowledgements,
      transfers,
    },
    readable:
      part.readable &&
      guards.readable &&
      reviewed.readable &&
      platform.readable &&
      vip.readable &&
      fine,
    findings: all,
  }
}
