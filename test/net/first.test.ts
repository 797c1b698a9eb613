import { expect, test } from 'vitest'
import { formatAddress, parseAddress, whyNoAddress } from '../../lib/domain/net/address.ts'
import { formatCidr, hosts, maskCidr, parseCidr, whyNoCidr } from '../../lib/domain/net/cidr.ts'
import { formatRange, parseRange, whyNoRange } from '../../lib/domain/net/range.ts'
test('x', () => {
  for (const t of ['1.2.3.4','0.0.0.0','255.255.255.255','01.2.3.4','1.2.3','1.2.3.4.5','300.1.1.1','','fe80::1%eth0','::ffff:1.2.3.4','::ffff:1:2','1.2.3.4/24','1.2.3.4-1.2.3.5','::','::1','1:2:3:4:5:6:7::','1::2::3',':::','1:2:3:4:5:6:7:8','2001:DB8::0:0:1','1:','g::','foo','1.2.3.4:80','[::1]', 'x'.repeat(1000),'1:0:0:2:0:0:0:3','12345::'])
  { const a = parseAddress(t); console.log(t.slice(0,30), '=>', a ? formatAddress(a) : whyNoAddress(t)) }
  for (const t of ['1.2.3.0/24','1.2.3.4/24','1.2.3.0','1.2.3.0/024','1.2.3.0/33','::/0','::/129','0.0.0.0/0','1.2.3.0/','/24','1.2.3.0/255.255.255.0','2001:db8::/64','1.2.3.0 /24'])
  { const a = parseCidr(t); console.log(t, '=>', a ? formatCidr(a) + ' ' + formatRange(hosts(a), '..') : whyNoCidr(t), maskCidr(t)?.prefix) }
  for (const sep of ['..', '-'] as const) for (const t of ['1.2.3.4..1.2.3.5','1.2.3.4-1.2.3.5','1.2.3.4 - 1.2.3.5','1.2.3.4 .. 1.2.3.5','1.2.3.9-1.2.3.5','1.2.3.4','1.2.3.4..','..1.2.3.4','1.2.3.4-::1','1.2.3.4-5','1.2.3.4...1.2.3.5','1.2.3.4..1.2.3.5..1.2.3.6','a-b','1.2.3.0/24'])
  { const a = parseRange(t, sep); console.log(sep, t, '=>', a ? formatRange(a, sep) : whyNoRange(t, sep)) }
  expect(1).toBe(1)
})
