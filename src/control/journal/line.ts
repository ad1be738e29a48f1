/** Shows a journal line, either abbreviated for lists or in full. */

import { zulu } from '../../service/wire/timestamp.ts'
import { type Line, stageNames } from '../../service/world/journal.ts'
import type { World } from '../../service/world/world.ts'
import { effectsOf } from '../scenarios/rules.ts'
import { bookingOf, causedBy, causeIn, inOrder } from '../story/entries.ts'
import { explainRules } from './explain-rules.ts'
import type { FullJournalLine, JournalLine } from './rows.ts'

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
  cut: line.cut,
  recordStatus: typeof line.outcome?.status === 'string' ? line.outcome.status : null,
  scenario: line.scenario,
  why: line.why,
  ...(line.comparison && { comparison: line.comparison as JournalLine['comparison'] }),
})

const mostCaused = 200

export function showFullLine(line: Line, world: World): FullJournalLine {
  const caused = inOrder(causedBy(world, line.id))
  return {
    ...showLine(line),
    commits: line.commits,
    token: line.token && { ...line.token, scopes: [...line.token.scopes], nbf: zulu(line.token.nbf), exp: zulu(line.token.exp) },
    // Stages are shown only once the call has a reply.
    stages: Object.fromEntries(line.replyHeaders ? stageNames.flatMap((name, at) => timeOf(name, line.times[at])) : []),
    rules: explainRules(line, world.journal.redact),
    effects: line.rule ? effectsOf(line.rule) : [],
    request: {
      query: line.query,
      headers: shown(line.requestHeaders),
      body: line.requestBody ?? written(line.data),
      missing: line.requestMissing,
      bytes: line.requestBytes,
    },
    reply: line.replyHeaders && {
      headers: shown(line.replyHeaders),
      body: line.replyBody,
      missing: line.replyMissing,
      bytes: line.replyBytes,
      cut: line.cut,
    },
    causedBy: line.method === null ? causeIn(bookingOf(line.id)) : null,
    caused: caused.slice(0, mostCaused),
    causedTotal: caused.length,
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
