/** Compares a journal line with a test's conditions. */

import type { z } from 'zod'
import type { ScenarioName } from '../../service/failures/catalogue.ts'
import { header } from '../../service/wire/call.ts'
import type { About } from '../../service/wire/row.ts'
import { jsonOf, type Line, type Redaction } from '../../service/world/journal.ts'
import { type Difference, valueDifferences } from '../compare.ts'
import type { lineWhere } from './expectation.ts'
import { isStatus } from './filter.ts'

/** Conditions that must all match. */
export interface LineWhere extends Omit<z.output<typeof lineWhere>, 'scenario'> {
  readonly scenario?: ScenarioName | undefined
}

/** Conditions that need a stored body. */
export const inBodies = ['recipient', 'idempotencyId', 'body'] as const satisfies readonly (keyof LineWhere)[]

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

export interface Comparing {
  readonly redact: Redaction
  /** Returns facts about the call or job, or why they are unknown. */
  about(line: Line): About | string
}

/** Returns one sentence per difference; empty if the line matches. */
export function differences(line: Line, where: LineWhere, { redact, about }: Comparing): string[] {
  return [
    ...plainDifferences(line, where, redact),
    ...namedDifferences(line, where, redact),
    ...aboutDifferences(line, where, about),
    ...bodyDifferences(line, where, redact),
  ]
}

function plainDifferences(line: Line, where: LineWhere, redact: Redaction): string[] {
  const { caller } = line
  const parts: [name: keyof LineWhere, value: unknown, holds: boolean][] = [
    ['environment', line.environment, line.environment === where.environment],
    ['method', line.method, line.method === where.method?.toUpperCase()],
    ['path', line.path, where.path !== undefined && line.path?.toLowerCase() === redact.path(where.path).toLowerCase()],
    ['status', line.status, where.status !== undefined && isStatus(line.status, where.status)],
    ['code', line.code, line.code === where.code],
    ['scenario', line.scenario, line.scenario === where.scenario],
    ['committed', line.commits > 0, line.commits > 0 === where.committed],
    ['org', caller?.org ?? caller?.orgNo ?? null, [caller?.org, caller?.orgNo].includes(where.org?.split(':').at(-1))],
    ['client', caller?.clientId ?? null, caller?.clientId === where.client],
  ]
  return parts.flatMap(([name, value, holds]) =>
    where[name] === undefined || holds ? [] : [`${name} is ${shown(value)}, not ${shown(where[name])}`],
  )
}

/** Compares secrets by their placeholders. */
function namedDifferences(
  { requestHeaders, query: keptQuery }: Line,
  { header: headers = {}, query = {} }: LineWhere,
  redact: Redaction,
): string[] {
  const sent = new URLSearchParams(keptQuery)
  return [
    ...Object.entries(headers).flatMap(([name, value]) =>
      header(requestHeaders, name.toLowerCase()) === redact.header(name, value)
        ? []
        : [`header.${name} is not ${shown(redact.header(name, value))}`],
    ),
    ...Object.entries(query).flatMap(([name, value]) =>
      sent.getAll(name).includes(redact.pair(name, value))
        ? []
        : [`query.${name} is ${shown(sent.get(name))}, not ${shown(redact.pair(name, value))}`],
    ),
  ]
}

function aboutDifferences(line: Line, { recipient, resource, transfer, idempotencyId }: LineWhere, aboutOf: Comparing['about']): string[] {
  const wanted = Object.entries({ recipient, resource, transfer, idempotencyId }).filter(([, value]) => value !== undefined)
  if (wanted.length === 0) return []
  const about = aboutOf(line)
  if (typeof about === 'string') return wanted.map(([name, value]) => `${name} is not ${shown(value)}: the call ${about}`)
  const actual: Readonly<Record<string, readonly (string | undefined)[]>> = {
    recipient: about.recipients ?? [],
    resource: [about.resource],
    transfer: [about.transfer],
    idempotencyId: [about.order],
  }
  return wanted.flatMap(([name, value]) =>
    actual[name]?.includes(value) ? [] : [`${name} is ${actual[name]?.map(shown).join(', ') || 'none'}, not ${shown(value)}`],
  )
}

function bodyDifferences(line: Line, { body }: LineWhere, redact: Redaction): string[] {
  if (body === undefined) return []
  const json = jsonOf(line)
  return typeof json === 'string'
    ? [`body ${json}`]
    : valueDifferences('body', asJournalled('', body, redact), json.value, { mayHaveMore: true }).map(inWords)
}

/** Redacts the expected members in the same way as the journal. */
function asJournalled(name: string, wanted: unknown, redact: Redaction): unknown {
  if (typeof wanted === 'string') return redact.member(name, wanted)
  if (typeof wanted !== 'object' || wanted === null) return wanted
  if (Array.isArray(wanted)) return wanted.map((each) => asJournalled('', each, redact))
  return Object.fromEntries(Object.entries(wanted).map(([each, value]) => [each, asJournalled(each, value, redact)]))
}

function inWords({ where, expected, got }: Difference): string {
  if (Array.isArray(expected) && Array.isArray(got)) return `${where} has ${got.length} members, not ${expected.length}`
  return `${where} is ${shown(got)}, not ${shown(expected)}`
}
