import type { Acknowledgement, Transfer } from '../domain/acknowledgement.ts'
import type { Claim } from '../domain/claims/claim.ts'
import type { Place } from '../domain/finding.ts'
import type { Grants } from '../domain/grants.ts'
import type { PlatformInput } from '../domain/platform.ts'
import type { Project } from '../domain/project.ts'
import type { Reservation } from '../domain/reservation.ts'
import type { Settings } from '../domain/settings.ts'
import type { MigrationInput } from '../domain/vip/pool-migration.ts'
import type { VipInput } from '../domain/vip/vip-config.ts'
import type { Policy } from './policies/read-policies.ts'

/** The claims of one environment, as far as they could be read. */
export interface Environment {
  readonly namespace: string
  /** Sorted by kind and name; never two of one kind and name (the second is a finding). */
  readonly claims: readonly Claim[]
  /** False freezes the environment: a file is no YAML, or a document's kind or metadata cannot be used. */
  readonly readable: boolean
}

/** All that the read part of a tree says. */
export interface Inputs {
  readonly settings: Settings
  /** Where `netclaim.yaml` names the engine, if it does. */
  readonly engineAt?: Place
  /** Where `netclaim.yaml` names the target, if it does. */
  readonly targetAt?: Place
  /** Absent when there is no KMetal object. */
  readonly platform?: PlatformInput
  /** Absent when there is no `platform/cluster-config.env`. */
  readonly vip?: VipInput
  /** Absent when there is no VipPoolMigration. */
  readonly migration?: MigrationInput
  /** By namespace. */
  readonly grants: ReadonlyMap<string, Grants>
  /** Kube-DC's, by namespace. */
  readonly projects: ReadonlyMap<string, Project>
  /** What is set aside, by name of the reservation. */
  readonly reservations: readonly Reservation[]
  /** By namespace. */
  readonly environments: ReadonlyMap<string, Environment>
  /** The organisation's own, by name. */
  readonly policies: readonly Policy[]
  readonly acknowledgements: readonly Acknowledgement[]
  readonly transfers: readonly Transfer[]
  /** The environments that were read, when it is not all of them: only these are planned. */
  readonly planned?: ReadonlySet<string>
  /** Environments that were read beside those, for the places of what a planned claim collides with. */
  readonly beside?: ReadonlyMap<string, Environment>
  /** False freezes everything: `netclaim.yaml`, `platform/` or `acknowledgements/` cannot be read. */
  readonly readable: boolean
}
