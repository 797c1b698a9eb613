import type { Rule } from './rule.ts'

const seed = 'Kube-DC project VIPs, Enabling it'
const loader = 'kustomize api/kv/kv.go, which reads such files'

/** What is said of `platform/cluster-config.env`. */
export const clusterConfigRules = {
  mode: {
    id: 'cluster-config/mode',
    severity: 'error',
    wants: 'LB_BLOCK_MODE is off, observe or enable, in lower case.',
    why: 'Whoever takes an unknown value for off withdraws the pools from under live Services.',
    example: 'LB_BLOCK_MODE=enabled',
    source: seed,
  },
  pool: {
    id: 'cluster-config/pool',
    severity: 'error',
    wants: 'VIP_POOL_CIDR is one IPv4 CIDR without host bits, of 16 addresses or more.',
    why: 'Blocks of 16 addresses are cut out of it; anything else would be read as another pool.',
    example: 'VIP_POOL_CIDR=10.242.0.0/29',
    source: seed,
  },
  optIn: {
    id: 'cluster-config/opt-in',
    severity: 'error',
    wants: 'LB_BLOCK_REQUIRE_OPT_IN is true or false, in lower case.',
    why: 'Taken for the other one, it would give blocks to every cluster, or take them from all.',
    example: 'LB_BLOCK_REQUIRE_OPT_IN=yes',
    source: seed,
  },
  written: {
    id: 'cluster-config/written',
    severity: 'error',
    wants: 'A setting of VIP blocks is written as NAME=value: no quotes, no export, no other name.',
    why: 'A setting with a typing mistake is ignored, and the default holds without a word; quotes are a part of the value to one reader, and none to the next.',
    example: 'export LB_BLOCK_MODE="enable"',
    source: loader,
  },
  twice: {
    id: 'cluster-config/twice',
    severity: 'error',
    wants: 'A setting of VIP blocks stands once.',
    why: 'Which of the two holds would depend on the reader; neither is used.',
    example: 'LB_BLOCK_MODE=off\nLB_BLOCK_MODE=enable',
    source: loader,
  },
  blank: {
    id: 'cluster-config/blank',
    severity: 'warning',
    wants: 'No blanks stand around the value of a setting.',
    why: 'They are dropped here; other readers of the file keep them as a part of the value.',
    example: 'LB_BLOCK_MODE= enable',
    source: loader,
  },
  oddLine: {
    id: 'cluster-config/odd-line',
    severity: 'warning',
    wants: 'Every line is NAME=value, a comment that begins with "#", or empty.',
    why: 'Nobody knows what another line sets; kustomize takes it for a variable of the machine that runs it.',
    example: 'LB_BLOCK_MODE',
    source: loader,
  },
  others: {
    id: 'cluster-config/others',
    severity: 'info',
    wants: 'Of the variables in the file, three are read.',
    why: 'The file is the platform’s; its other variables are none of Netclaim’s.',
    example: 'DOMAIN=stage.example.com',
    source: seed,
  },
} as const satisfies Record<string, Rule>
