/** The two forms of a journal line: short in lists, and in full. */
import type { FullJournalLine, JournalLine } from '../../control-replies/journal.ts'
import { stages } from '../../engine/stages.ts'
import type { Keeping } from '../../state/journal/keeping.ts'
import type { Line } from '../../state/journal-line.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { effectsOf } from '../scenarios/rules.ts'
import { explainRules } from './explain-rules.ts'

export const showLine = (line: Line): JournalLine => ({
  id: line.id,
  at: zulu(line.at),
  environment: line.environment,
  operation: line.operation,
  method: line.method,
  path: line.path,
  status: line.status,
  code: line.code,
  caller: line.caller,
  ms: line.ms === null ? null : rounded(line.ms),
  stage: line.stage,
  committed: line.commits > 0,
  scenario: line.scenario,
  why: line.why,
})

export function showFullLine(line: Line, keep?: Keeping): FullJournalLine {
  return {
    ...showLine(line),
    commits: line.commits,
    // They are shown together, when there is a reply.
    stages: Object.fromEntries(line.replyHeaders ? stages.flatMap(([name], at) => timeOf(name, line.times[at])) : []),
    rules: explainRules(line, keep).map(({ says }) => says),
    effects: line.rule ? effectsOf(line.rule) : [],
    request: {
      query: line.query,
      headers: shown(line.requestHeaders),
      body: line.requestBody ?? written(line.data),
      bytes: line.requestBytes,
    },
    reply: line.replyHeaders && {
      headers: shown(line.replyHeaders),
      body: line.replyBody,
      bytes: line.replyBytes,
      cut: line.cut,
    },
  }
}

const written = (data: unknown) => (data === undefined ? null : JSON.stringify(data))

const timeOf = (name: string, time: number | undefined) => (time === undefined ? [] : [[name, rounded(time)] as const])

const rounded = (milliseconds: number) => Math.round(milliseconds * 1000) / 1000

type Shown = Record<string, string | string[]>

const shown = (named: Readonly<Record<string, string | readonly string[] | undefined>>): Shown =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : [...value]] as const],
    ),
  )
