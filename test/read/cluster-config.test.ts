import { describe, expect, test } from 'vitest'
import { defaultVipConfig } from '../../lib/domain/vip/vip-config.ts'
import { read, told } from './read.ts'

const path = 'platform/cluster-config.env'

function readConfig(text: string) {
  const { value, findings } = read({ [path]: text })
  return { config: value.vip?.config, readable: value.readable, findings, said: told(findings) }
}

describe('cluster-config.env', () => {
  test('K-026 K-029 K-037 says the mode, the pool and whether clusters opt in', () => {
    const text =
      '# VIPs\nLB_BLOCK_MODE=enable\nVIP_POOL_CIDR=10.200.0.0/22\nLB_BLOCK_REQUIRE_OPT_IN=true\n'
    const { config, readable, findings } = readConfig(text)
    expect(findings).toEqual([])
    expect(readable).toBe(true)
    expect(config).toEqual({ mode: 'enable', poolCidr: '10.200.0.0/22', requireOptIn: true })
  })

  test('K-023 K-028 has a default for each: observe, 10.242.0.0/24, and no opting in', () => {
    for (const text of ['', '# nothing\n', '\n\n'])
      expect(readConfig(text).config).toEqual(defaultVipConfig)
    expect(read({}).value.vip).toBeUndefined()
    expect(defaultVipConfig).toEqual({
      mode: 'observe',
      poolCidr: '10.242.0.0/24',
      requireOptIn: false,
    })
  })

  test.each(['off', 'observe', 'enable'])('K-027 takes the mode %s', (mode) => {
    expect(readConfig(`LB_BLOCK_MODE=${mode}`)).toMatchObject({ config: { mode }, said: [] })
  })

  test('K-025 holds the platform’s other variables, which are no more than an information', () => {
    const text =
      'DOMAIN=stage.example.com\nEIP_POOL_CIDR=x\nVPC_POOL_CIDR=\nPOOL_CIDR=y\nLB_MODE=l2\nexport A=1\nLB_BLOCK_MODE=enable\nKEY=a=b=c\n'
    const { config, readable, findings } = readConfig(text)
    expect(config?.mode).toBe('enable')
    expect(readable).toBe(true)
    expect(findings).toMatchObject([
      {
        rule: 'cluster-config/others',
        severity: 'info',
        message:
          '7 other variables of the platform are not read: "DOMAIN", "EIP_POOL_CIDR", "VPC_POOL_CIDR", "POOL_CIDR", "LB_MODE", "export A", "KEY"',
      },
    ])
  })

  test('is read with a BOM, with CRLF, and with blanks before a line', () => {
    const { config, said } = readConfig(
      '\ufeffLB_BLOCK_MODE=enable\r\n  VIP_POOL_CIDR=10.9.0.0/28\r\n',
    )
    expect(said).toEqual([])
    expect(config).toMatchObject({ mode: 'enable', poolCidr: '10.9.0.0/28' })
  })

  test('drops blanks around a value, with a warning', () => {
    const { config, readable, findings } = readConfig('LB_BLOCK_MODE= enable\t\n')
    expect(config?.mode).toBe('enable')
    expect(readable).toBe(true)
    expect(findings).toMatchObject([
      {
        rule: 'cluster-config/blank',
        severity: 'warning',
        at: { file: path, line: 1, column: 16 },
        field: 'LB_BLOCK_MODE',
        value: 'enable',
        hint: 'write LB_BLOCK_MODE=enable',
      },
    ])
  })

  test.each([
    // K-027: none of these is off.
    ['LB_BLOCK_MODE=enabled', 'mode', '"enabled" is none of "off", "observe", "enable"'],
    ['LB_BLOCK_MODE=Enable', 'mode', '"Enable" is none of "off", "observe", "enable"'],
    ['LB_BLOCK_MODE=', 'mode', '"" is empty, and none of "off", "observe", "enable"'],
    ['LB_BLOCK_MODE=enable # new', 'mode', '"enable # new" is none of'],
    ['LB_BLOCK_MODE=${MODE}', 'mode', '"${MODE}" is none of'],
    ['LB_BLOCK_MODE="enable"', 'written', 'stands in quotes'],
    ["LB_BLOCK_MODE='off'", 'written', 'stands in quotes'],
    ['LB_BLOCK_MODE=off\nLB_BLOCK_MODE=off', 'twice', '"off" is a second value'],
    ['LB_BLOCK_REQUIRE_OPT_IN=yes', 'opt-in', '"yes" is none of "true", "false"'],
    ['LB_BLOCK_REQUIRE_OPT_IN=True', 'opt-in', '"True" is none of "true", "false"'],
    ['LB_BLOCK_REQUIRE_OPT_IN=', 'opt-in', 'is empty'],
    ['VIP_POOL_CIDR=', 'pool', 'VIP_POOL_CIDR "" is empty'],
    ['VIP_POOL_CIDR=10.242.0.0/29', 'pool', 'has 8 addresses, a block of 16 does not fit'],
    ['VIP_POOL_CIDR=10.242.0.0/32', 'pool', 'has 1 addresses'],
    ['VIP_POOL_CIDR=10.242.0.7/24', 'pool', 'has host bits set'],
    ['VIP_POOL_CIDR=10.242.0.8/28', 'pool', 'has host bits set'],
    ['VIP_POOL_CIDR=fd00:242::/120', 'pool', 'is an IPv6 CIDR'],
    ['VIP_POOL_CIDR=10.242.0.0', 'pool', 'has no prefix length'],
    ['VIP_POOL_CIDR=10.242.0.0-10.242.0.255', 'pool', 'VIP_POOL_CIDR "10.242.0.0-10.242.0.255" '],
    ['VIP_POOL_CIDR=10.242.000.0/24', 'pool', 'zero'],
    ['VIP_POOL_CIDR=10.242.0.0/24,10.243.0.0/24', 'pool', 'is a list, not one CIDR'],
    ['VIP_POOL_CIDR=0.0.0.0/0', 'pool', 'contains every address'],
    ['VIP_POOL_CIDR=127.0.0.0/24', 'pool', 'loopback'],
    ['export LB_BLOCK_MODE=enable', 'written', '"export LB_BLOCK_MODE" is LB_BLOCK_MODE with some'],
    ['lb_block_mode=enable', 'written', '"lb_block_mode" is not LB_BLOCK_MODE'],
    ['LB_BLOCK_MODES=enable', 'written', '"LB_BLOCK_MODES" is not LB_BLOCK_MODE'],
    ['LB_BLOK_MODE=enable', 'written', '"LB_BLOK_MODE" is not LB_BLOCK_MODE'],
    ['LB_BLOCK_MODE =enable', 'written', '"LB_BLOCK_MODE" is LB_BLOCK_MODE with something around'],
    [
      'LB_BLOCK_MODE: enable',
      'written',
      '"LB_BLOCK_MODE: enable" is no line like LB_BLOCK_MODE=value',
    ],
    ['LB_BLOCK_MODE', 'written', '"LB_BLOCK_MODE" is no line like LB_BLOCK_MODE=value'],
    ['LB_BLOCK_SIZE=16', 'written', '"LB_BLOCK_SIZE" is no setting of VIP blocks'],
    ['LB_BLOCK_OPT_IN=true', 'written', '"LB_BLOCK_OPT_IN" is no setting of VIP blocks'],
    ['VIP_POOL_CIRD=10.242.0.0/24', 'written', '"VIP_POOL_CIRD" is not VIP_POOL_CIDR'],
    ['--vip-pool-cidr=10.242.0.0/24', 'written', '"--vip-pool-cidr" is not VIP_POOL_CIDR'],
    ['VIP_POOL=10.242.0.0/24', 'written', '"VIP_POOL" is no setting of VIP blocks'],
  ])('with %j is refused, and freezes everything', (text, rule, message) => {
    const { config, readable, findings } = readConfig(`A=1\n${text}\n`)
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([
      { rule: `cluster-config/${rule}`, message: expect.stringContaining(message) as string },
    ])
    expect(errors[0]?.at).toMatchObject({ file: path, line: 1 + text.split('\n').length })
    expect(errors[0]?.field).toBeDefined()
    expect(readable).toBe(false)
    expect(config).toEqual(defaultVipConfig)
  })

  test('tells each fault of a file in one run, and the first of two values', () => {
    const text = 'LB_BLOCK_MODE=on\nVIP_POOL_CIDR=10.242.0.0/24\nLB_BLOCK_MODE=off\nthis\n'
    const { said, findings } = readConfig(text)
    expect(said.toSorted()).toEqual([
      '1 cluster-config/mode LB_BLOCK_MODE "on" is none of "off", "observe", "enable"',
      '3 cluster-config/twice LB_BLOCK_MODE "off" is a second value, neither of the two is used',
      '4 cluster-config/odd-line the line "this" is neither NAME=value nor a comment',
    ])
    const twice = findings.find(({ rule }) => rule === 'cluster-config/twice')
    expect(twice?.related).toMatchObject([
      { at: { line: 1 }, message: 'LB_BLOCK_MODE is "on" here' },
    ])
  })

  test('that is no text freezes everything, as a link would', () => {
    for (const entry of [{ kind: 'link', target: '../x' }, { kind: 'not-utf8' }] as const) {
      const { value, findings } = read({ [path]: entry })
      expect(value.readable).toBe(false)
      expect(findings).toMatchObject([{ severity: 'error', at: { file: path } }])
    }
  })

  test.each([
    'platform/cluster-config.ENV',
    'platform/tenants/cluster-config.env',
    'environments/shop/a.env',
  ])('is not %s, which somebody may believe to count', (other) => {
    const { value, findings } = read({ [other]: 'LB_BLOCK_MODE=enable\n' })
    expect(value.vip).toBeUndefined()
    expect(findings).toMatchObject([
      {
        rule: 'placement/suffix',
        severity: 'warning',
        at: { file: other },
        hint: `settings of VIP blocks stand in ${path}`,
      },
    ])
    expect(read({ [other]: 'DOMAIN=example.com\n' }).findings).toEqual([])
  })

  test('of many faults tells some, and how many more there are', () => {
    const { findings } = readConfig('LB_BLOCK_X=1\n'.repeat(20_000))
    expect(findings).toHaveLength(301)
    expect(findings.at(-1)?.message).toBe('the file has 19700 further faults')
  })
})
