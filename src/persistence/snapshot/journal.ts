/** Writes the journal to a snapshot, and reads it back. */

import { readScenario, writtenRule } from '../../service/failures/read-scenario.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import type { JournalData, Line, Redaction } from '../../service/world/journal.ts'
import type { ActiveRule, Rule, RuleTime } from '../../service/world/scenario.ts'
import { noDoings } from '../../service/world/world.ts'
import type { JournalDocument, LineDocument } from './journal-form.ts'

type RingData = JournalData['calls']

/**
 * Members that are meaningless outside this process: real times, weights, connections, counters outside the world, and duplicates of `why`.
 * `data` is written separately, and only for jobs.
 */
const notWritten: readonly string[] = ['comparison', 'began', 'number', 'weight', 'marked', 'data', 'doings', 'sender', 'outcome']

/** Lines refer to rules by position, because many lines share the same rules. */
export function writeJournal({ calls, jobs, closed }: JournalData, mark: Redaction['mark']): JournalDocument {
  const rules = new Map<string, { readonly place: number; readonly rule: JournalDocument['rules'][number] }>()
  const known = new Map<ActiveRule | Rule, number>()

  function placeOf({ scenario, at, rule, from, to }: ActiveRule): number {
    const written = { scenario, at, ...writtenTime({ from, to }), rule: writtenRule(rule) }
    return getOrCreate(rules, JSON.stringify(written), () => ({ place: rules.size, rule: written })).place
  }
  const ruleIndex = (rule: ActiveRule) => getOrCreate(known, rule, () => placeOf(rule))

  function writeLine(line: Line): LineDocument {
    const { rule, considered, data, outcome, scenario } = line
    const others = Object.entries(line).filter(([name]) => !notWritten.includes(name))
    const applied = rule && considered?.all.find((each) => each.rule === rule)
    return {
      ...Object.fromEntries(others),
      rule:
        rule && (applied ? ruleIndex(applied) : placeOf({ scenario: scenario ?? '', at: 0, rule, from: 0, to: Number.POSITIVE_INFINITY })),
      considered: considered && {
        all: considered.all.map(ruleIndex),
        covering: considered.covering.map(ruleIndex),
        results: considered.results.map(({ result, nth, time }) => ({ result, nth, ...(time && { time: writtenTime(time) }) })),
        about: considered.about,
      },
      ...(data !== undefined && { data }),
      ...(typeof outcome?.status === 'string' && { recordStatus: outcome.status }),
    } as LineDocument
  }
  const writeRing = ({ lines, oldest, next, dropped, lastDropped }: RingData): JournalDocument['calls'] => ({
    lines: Array.from({ length: next - oldest }, (_, nth) => lines[(oldest + nth) % lines.length]).flatMap((line) =>
      line ? writeLine(mark(line)) : [],
    ),
    dropped,
    lastDropped: lastDropped && { id: lastDropped.id, at: lastDropped.at, closed: lastDropped.closed },
  })
  const [writtenCalls, writtenJobs] = [writeRing(calls), writeRing(jobs)]
  return { closed, rules: [...rules.values()].map(({ rule }) => rule), calls: writtenCalls, jobs: writtenJobs }
}

/** Throws {@link Misuse} for an invalid rule, or a position without a rule. */
export function readJournal({ closed, rules: written, calls, jobs }: JournalDocument): JournalData {
  const rules = written.map(({ scenario, at, from, to, rule }, nth): ActiveRule => {
    const [read] = readScenario(`journal-rule-${nth}`, { summary: 'A rule in the journal', rules: [rule] }, 'defined').rules
    return { scenario, at, rule: read as Rule, ...readTime({ from, to }) }
  })
  function ruleAt(index: number): ActiveRule {
    const rule = rules[index]
    if (!rule) throw new Misuse(`snapshot.journal: a line refers to rule ${index}, but there are ${rules.length} rules, counted from 0.`)
    return rule
  }
  function readLine({ rule, considered, recordStatus, ...line }: LineDocument): Line {
    return {
      data: undefined,
      ...line,
      began: 0,
      number: 0,
      weight: 0,
      marked: true,
      doings: noDoings,
      sender: null,
      comparison: null,
      outcome: recordStatus === undefined ? null : { status: recordStatus },
      rule: rule === null ? null : ruleAt(rule).rule,
      considered: considered && {
        all: considered.all.map(ruleAt),
        covering: considered.covering.map(ruleAt),
        results: considered.results.map(({ result, nth, time }) => ({ result, nth, time: time && readTime(time) })),
        about: considered.about,
      },
    }
  }
  const readRing = ({ lines, dropped, lastDropped }: JournalDocument['calls']): RingData => ({
    lines: lines.map(readLine),
    oldest: 0,
    next: lines.length,
    dropped,
    lastDropped,
  })
  return { calls: readRing(calls), jobs: readRing(jobs), closed }
}

const writtenTime = ({ from, to }: RuleTime) => ({ from, ...(Number.isFinite(to) && { to }) })
const readTime = ({ from, to = Number.POSITIVE_INFINITY }: { readonly from: number; readonly to?: number | undefined }): RuleTime => ({
  from,
  to,
})
