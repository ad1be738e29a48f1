/** Why rules applied to a call or a job, or why they did not: put into words when somebody asks. */
import type { Line } from '../state/journal-line.ts'
import type { ActiveRule, Calls, RuleResult, RulesConsidered } from '../state/scenario.ts'
import { header } from '../wire/http/call.ts'
import { secretHeaders } from '../wire/http/secret-headers.ts'
import { zulu } from '../wire/values/timestamp.ts'

/** One rule that was switched on. */
export interface RuleExplanation {
  readonly scenario: string
  /** Its place in the scenario, counted from 0. */
  readonly rule: number
  /** `elsewhere`: it is about other rows or jobs. Else whether it applied, was overtaken by an earlier one, or the condition that was not met. */
  readonly result: RuleResult | 'elsewhere'
  /** Which of the calls and jobs that the rule covers this was, counted from 1; null: it was none of them. */
  readonly nth: number | null
  /** The same in a sentence. */
  readonly says: string
}

const elsewhere = { result: 'elsewhere', nth: null } as const

/** In the order in which the rules were asked. */
export function explainRules(line: Line): RuleExplanation[] {
  const { considered } = line
  if (!considered) return []
  return considered.all.map((each) => {
    const { result, nth } = considered.results[considered.covering.indexOf(each)] ?? elsewhere
    const said = { scenario: each.scenario.name, rule: each.at, result, nth }
    return { ...said, says: `${said.scenario}[${said.rule}]: ${sentence(each, result, nth, line, considered)}.` }
  })
}

function sentence(
  { rule, from, to }: ActiveRule,
  result: RuleExplanation['result'],
  nth: number | null,
  line: Line,
  considered: RulesConsidered,
): string {
  const call = `call ${nth ?? 0}`
  if (result === 'elsewhere') return `it is about ${rule.on ?? 'what its effects concern'}, which ${line.operation} is not`
  if (result === 'applied') return `applied to ${call}`
  if (result === 'overtaken') return `${call} was another rule's, which came first`
  if (result === 'calls') return `${call} is not among calls ${rule.calls ? writtenCalls(rule.calls) : ''}`
  if (result === 'probability') return `${call} was not drawn, at a probability of ${rule.probability}`
  if (result === 'after') return `it begins at ${zulu(from)}`
  if (result === 'every') return `it applies for ${(rule.for ?? 0) / 1000} of every ${(rule.every ?? 0) / 1000} seconds, and not now`
  if (result === 'until') return `it ended at ${zulu(to)}`
  const [wanted, found] = misfit(rule.where ?? {}, result, line, considered)
  return `where.${result} is ${JSON.stringify(wanted)}${found === undefined ? '' : `, not ${JSON.stringify(found)}`}`
}

/** What was wanted, and what there was, where the line knows it. */
function misfit(
  where: NonNullable<ActiveRule['rule']['where']>,
  result: keyof typeof where,
  line: Line,
  { about }: RulesConsidered,
): [unknown, unknown] {
  const { caller, environment, request } = line
  if (result === 'environment') return [where.environment, environment]
  if (result === 'org') return [where.org, caller ? (caller.org ?? caller.orgNo) : (about.org ?? null)]
  if (result === 'client') return [where.client, caller?.clientId ?? null]
  if (result === 'resource') return [where.resource, about.resource ?? null]
  if (result === 'recipient') return [where.recipient, about.recipients ?? null]
  if (result === 'scope') return [where.scope, undefined]
  const wanted = Object.entries(where.header ?? {})
  const [name, value] = wanted.find(([each, text]) => header(request.headers, each.toLowerCase()) !== text) ?? ['', '']
  const found = header(request.headers, name.toLowerCase()) ?? null
  return [{ [name]: value }, secretHeaders.has(name.toLowerCase()) && found !== null ? '…' : found]
}

/** As the grammar has it. */
function writtenCalls(calls: Calls): string {
  if ('every' in calls) return `{ every: ${calls.every} }`
  return calls.from === calls.to ? String(calls.from) : `${calls.from}-${Number.isFinite(calls.to) ? calls.to : ''}`
}
