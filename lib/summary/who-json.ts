import { instantText } from '../domain/date-text.ts'
import { environmentOf } from '../domain/ledger/holder-name.ts'
import type { StateStep } from '../pipeline/history/state-step.ts'
import type { Tenure } from '../pipeline/history/tenures.ts'
import type { Told } from '../pipeline/history/who.ts'
import { causeJson } from './cause-text.ts'
import { jsonText } from './json-text.ts'

/** The same as one JSON object, version 1; `state` is the state commit up to which the history was read. */
export function whoJson(
  { question, current, former, seen, pools, causes }: Told,
  state: string,
): string {
  return jsonText({
    version: 1,
    asked: question.text,
    state,
    current: current.map((tenure) => toTenure(tenure, causes)),
    former: former.map((tenure) => toTenure(tenure, causes)),
    seen: seen.map(({ address, holder, isForeign }) => ({ address, holder, foreign: isForeign })),
    pools: pools.map(({ rests, ...place }) => ({
      ...place,
      rests: rests && { since: instantText(rests.freed), claim: rests.holder },
    })),
  })
}

function toTenure(
  { holder, range, pool, arena, origin, rule, spans, until }: Tenure,
  causes: Told['causes'],
) {
  return {
    claim: holder,
    environment: environmentOf(holder),
    holds: range,
    pool: pool ?? arena,
    origin,
    rule,
    history: spans.map(({ phase, from }) => ({ phase, ...toStep(from, causes) })),
    until: until && toStep(until, causes),
  }
}

function toStep({ commit, source, occasion, seconds }: StateStep, causes: Told['causes']) {
  return {
    date: instantText(seconds),
    main: source,
    state: commit,
    occasion,
    by: causeJson(causes.get(source ?? commit)),
  }
}
