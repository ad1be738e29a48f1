/** Explains why scenario rules did or did not apply to a call or job. */
import { writtenCalls } from '../../service/failures/read-scenario.ts'
import { header } from '../../service/wire/call.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import type { Line, Redaction } from '../../service/world/journal.ts'
import type { ActiveRule, RuleResult, RulesConsidered, RuleTime } from '../../service/world/scenario.ts'

type RedactHeader = Pick<Redaction, 'header'>

/** The result for a rule that covers other rows or jobs. */
const elsewhere = { result: 'elsewhere', nth: null, time: undefined } as const

/** Returns a sentence for each rule in the active scenarios, in the order in which they were tried. */
export function explainRules(line: Line, redact: RedactHeader): string[] {
  const { considered } = line
  if (!considered) return []
  return considered.all.map((each) => {
    const { result, nth, time = each } = considered.results[considered.covering.indexOf(each)] ?? elsewhere
    return `${each.scenario}[${each.at}]: ${sentence(each.rule, time, result, nth, line, considered, redact)}.`
  })
}

function sentence(
  rule: ActiveRule['rule'],
  { from, to }: RuleTime,
  result: RuleResult | 'elsewhere',
  nth: number | null,
  line: Line,
  considered: RulesConsidered,
  redact: RedactHeader,
): string {
  const call = `call ${nth ?? 0}`
  if (result === 'elsewhere') return `covers ${rule.on ?? 'other operations'}, not ${line.operation}`
  if (result === 'applied') return `applied to ${call}`
  if (result === 'overtaken') return `an earlier rule applied to ${call}`
  if (result === 'calls') return `${call} is not among calls ${callsText(rule)}`
  if (result === 'probability') return `${call} was not selected, at a probability of ${rule.probability}`
  if (result === 'after') return `begins at ${zulu(from)}`
  if (result === 'every') return `applies for ${(rule.for ?? 0) / 1000} of every ${(rule.every ?? 0) / 1000} seconds, but not now`
  if (result === 'until') return `ended at ${zulu(to)}`
  const [wanted, actual] = misfit(rule.where ?? {}, result, line, considered, redact)
  return `where.${result} is ${JSON.stringify(wanted)}${actual === undefined ? '' : `, not ${JSON.stringify(actual)}`}`
}

/** Returns the rule's value and the line's value. The latter is undefined if the line does not store it. */
function misfit(
  where: NonNullable<ActiveRule['rule']['where']>,
  result: keyof typeof where,
  line: Line,
  { about }: RulesConsidered,
  redact: RedactHeader,
): [unknown, unknown] {
  const { caller, environment, requestHeaders } = line
  if (result === 'environment') return [where.environment, environment]
  if (result === 'org') return [where.org, caller ? (caller.org ?? caller.orgNo) : (about.org ?? null)]
  if (result === 'client') return [where.client, caller?.clientId ?? null]
  if (result === 'resource') return [where.resource, about.resource ?? null]
  if (result === 'recipient') return [where.recipient, about.recipients ?? null]
  if (result === 'scope') return [where.scope, undefined]
  const wanted = Object.entries(where.header ?? {}).map(([each, text]) => [each, redact.header(each, text)] as const)
  const [name, value] = wanted.find(([each, text]) => header(requestHeaders, each.toLowerCase()) !== text) ?? ['', '']
  return [{ [name]: value }, header(requestHeaders, name.toLowerCase()) ?? null]
}

function callsText({ calls }: ActiveRule['rule']): string {
  const written = calls && writtenCalls(calls)
  return typeof written === 'object' ? `{ every: ${written.every} }` : String(written ?? '')
}
