import { areaOf, namingOf } from '../lib/pipeline/read/area.ts'

/** Strays that are looked at; who has more reads of these first. */
export const MAX_STRAYS = 200

/** Which names and paths outside of the known folders may be claims that went astray. */
export const strays = { isFolder, isFile } as const

/** May a folder at the top be a misspelt one of ours? */
function isFolder(name: string): boolean {
  return !/^\.|^node_modules$/.test(name) && areaOf(`${name}/claim.yaml`).part === 'elsewhere'
}

/** May the file hold claims, or settings, that nothing reads? */
function isFile(path: string): boolean {
  const [top = ''] = path.split('/')
  if (path === top && /^netclaim\.(?:ya?ml|json)$/i.test(path)) return path !== 'netclaim.yaml'
  return namingOf(path) === 'read' && (path === top || isFolder(top))
}
