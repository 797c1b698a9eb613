import { OutsideError } from '../../lib/adapters/outside-error.ts'
import { type Read, whyNoLeader, whyNoRead } from '../../lib/pipeline/proof/judge-read.ts'
import { type DatabaseStatus, proofTables } from '../../lib/pipeline/proof/northbound-rows.ts'
import type { Northbound, NorthboundMember } from '../../lib/ports/northbound.ts'

/** What one of the members said, and itself. */
interface Answering {
  readonly member: NorthboundMember
  readonly status: DatabaseStatus
}

/** Reads OVN-NB from its leader on one connection; or says why that proves nothing. Throws `OutsideError`. */
export async function readLeader(northbound: Northbound): Promise<Read | string> {
  const members = await northbound.connect()
  try {
    return await readFrom(await statusesOf(members), northbound.servers)
  } finally {
    for (const member of members) member.close()
  }
}

async function readFrom(members: readonly Answering[], servers: number): Promise<Read | string> {
  const leaders = members.filter(({ status }) => whyNoLeader(status) === undefined)
  // One server may be reached by two ways.
  if (new Set(leaders.map(({ status }) => status.uuid)).size > 1) return 'there are two leaders'
  const [leader] = leaders
  if (leader === undefined) return noLeader(members)
  const rows = await leader.member.rows(proofTables)
  const others = members.flatMap(({ member }) => (member === leader.member ? [] : [member]))
  const said = (await statusesOf(others)).map(({ status }) => status)
  // Last of all: what the others knew by now, a true leader knew before.
  const after = await leader.member.status()
  const read = { before: leader.status, after, others: said, rows, servers }
  return whyNoRead(read) ?? read
}

function noLeader(members: readonly Answering[]): string {
  if (members.length === 0) return 'no server of OVN-NB answers'
  const whys = members.map(
    ({ member, status }) => `${member.endpoint}: ${whyNoLeader(status) ?? 'it is one'}`,
  )
  return `OVN-NB has no leader here (${whys.join('; ')})`
}

/** Of those that answer. */
async function statusesOf(members: readonly NorthboundMember[]): Promise<readonly Answering[]> {
  const answers = await Promise.all(
    members.map(async (member) => {
      try {
        return [{ member, status: await member.status() }]
      } catch (error) {
        if (error instanceof OutsideError) return []
        throw error
      }
    }),
  )
  return answers.flat()
}
