/**
 * Builds the peers that are Go programs from their public modules into `$NETCLAIM_PEERS`, as
 * `npm run peers [NAME ...]`. It needs Go and some ten minutes; OVN comes with Debian's
 * `ovn-central` and `openvswitch-common`.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

interface Program {
  readonly module: string
  readonly version: string
  /** Its main package below the module; where there is none, `Main` of this package is called. */
  readonly main: string
  readonly isLibrary?: boolean
  /** Variables that the linker sets to the version. */
  readonly says?: readonly string[]
  readonly tags?: string
}

const kubernetes = (main: string): Program => ({
  module: 'k8s.io/kubernetes',
  version: 'v1.36.3',
  main,
  says: ['k8s.io/component-base/version.gitVersion'],
})
/** By the names that they go by: Kube-OVN chooses what it is by its own. */
const programs: Readonly<Record<string, Program>> = {
  etcd: {
    module: 'go.etcd.io/etcd/server/v3',
    version: 'v3.6.16',
    main: 'etcdmain',
    isLibrary: true,
  },
  'kube-apiserver': kubernetes('cmd/kube-apiserver'),
  'kube-controller-manager': kubernetes('cmd/kube-controller-manager'),
  kubectl: kubernetes('cmd/kubectl'),
  'metallb-controller': {
    module: 'go.universe.tf/metallb',
    version: 'v0.15.2',
    main: 'controller',
  },
  'kube-ovn-controller': {
    module: 'github.com/kubeovn/kube-ovn',
    version: 'v1.16.2',
    main: 'cmd/controller',
    says: ['github.com/kubeovn/kube-ovn/versions.VERSION'],
  },
  gitea: {
    module: 'code.gitea.io/gitea',
    version: 'v1.26.0',
    main: '',
    tags: 'sqlite sqlite_unlock_notify',
  },
}

const folder = process.env['NETCLAIM_PEERS']
const unknown = process.argv.slice(2).filter((name) => !Object.hasOwn(programs, name))
if (folder === undefined || unknown.length > 0) {
  console.error(
    folder === undefined
      ? 'NETCLAIM_PEERS names no folder to build into'
      : `"${unknown.join(' ')}" is none of ${Object.keys(programs).join(', ')}`,
  )
  process.exitCode = 2
} else {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(programs)
  for (const name of names) build(name, resolve(folder))
}

function build(name: string, into: string): void {
  const program = programs[name]
  const target = join(into, name)
  if (program === undefined || existsSync(target)) return console.log(`${target} is there`)
  mkdirSync(into, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'netclaim-build-'))
  try {
    const { module, version, main, isLibrary, says = [], tags = '' } = program
    writeFileSync(join(work, 'go.mod'), goMod(program, work))
    const path = [module, main].filter((part) => part !== '').join('/')
    const text = isLibrary
      ? `package main\n\nimport (\n\t"os"\n\n\tm "${path}"\n)\n\nfunc main() { m.Main(os.Args) }\n`
      : `//go:build never\n\npackage main\n\nimport _ "${path}"\n`
    writeFileSync(join(work, 'main.go'), text)
    const link = ['-s', '-w', ...says.map((variable) => `-X ${variable}=${version}`)].join(' ')
    const flags = ['-mod=mod', '-trimpath', `-tags=${tags}`, `-ldflags=${link}`]
    // Beside the target: a name that is there is a program that is whole.
    go(work, 'build', ...flags, '-o', `${target}.new`, isLibrary ? '.' : path)
    renameSync(`${target}.new`, target)
    console.log(`${target}: ${module} ${version}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * A module with the requirements and replacements of another: Go takes replacements only of the
 * one that is built. Kubernetes replaces its staging modules by folders, which are versions outside.
 */
function goMod({ module, version }: Program, work: string): string {
  const found = JSON.parse(go(work, 'mod', 'download', '-json', `${module}@${version}`)) as {
    readonly GoMod: string
    readonly Dir: string
  }
  // What it was built with itself: then nobody else has to vouch for the modules that it needs.
  const sums = join(found.Dir, 'go.sum')
  if (existsSync(sums)) writeFileSync(join(work, 'go.sum'), readFileSync(sums))
  const { Go, Require, Replace } = JSON.parse(go(work, 'mod', 'edit', '-json', found.GoMod)) as {
    readonly Go: string
    readonly Require: readonly Module[]
    readonly Replace: readonly { readonly Old: Module; readonly New: Module }[] | null
  }
  const replaced = (Replace ?? []).flatMap(({ Old, New }) => {
    if (New.Version !== undefined) return [`${said(Old)} => ${said(New)}`]
    const isStaging = Old.Path.startsWith('k8s.io/')
    return isStaging ? [`${Old.Path} => ${Old.Path} ${version.replace(/^v1/, 'v0')}`] : []
  })
  return [
    'module netclaim.test/peer',
    `go ${Go}`,
    `require ${module} ${version}`,
    ...Require.filter(({ Version }) => Version !== 'v0.0.0').map((one) => `require ${said(one)}`),
    ...replaced.map((text) => `replace ${text}`),
    '',
  ].join('\n')
}

interface Module {
  readonly Path: string
  readonly Version?: string
}

function said({ Path, Version }: Module): string {
  return Version === undefined ? Path : `${Path} ${Version}`
}

function go(cwd: string, ...args: readonly string[]): string {
  return execFileSync('go', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, GOWORK: 'off' },
  })
}
