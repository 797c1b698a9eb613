import type { Settings } from '../../domain/settings.ts'

/** Under which name each applier notes the fields that it sets. */
export const managers: Readonly<Record<Settings['appliedBy'], string>> = {
  netclaim: 'netclaim',
  flux: 'kustomize-controller',
  argocd: 'argocd-controller',
}

/** What each is called where people read of it. */
export const applierNames: Readonly<Record<Settings['appliedBy'], string>> = {
  netclaim: 'netclaim sync',
  flux: 'Flux',
  argocd: 'Argo CD',
}
