/** Finds the lines in a journal that match a filter. */

import { areaName, refusals } from '../../service/areas/areas.ts'
import { jobFacts, operationFacts } from '../../service/areas/facts.ts'
import type { JournalName, ScenarioName } from '../../service/failures/catalogue.ts'
import { Misuse, unknownName } from '../../service/wire/misuse.ts'
import type { RefusalForm } from '../../service/wire/refusal.ts'
import { readTimestamp } from '../../service/wire/timestamp.ts'
import type { JournalRings, Line, Ring } from '../../service/world/journal.ts'
import type { EnvironmentName } from '../../service/world/records.ts'
import type { Page } from '../rows/page.ts'
import { droppedSince } from './dropped.ts'

export interface LineFilter {
  /** An operation or an area. With `jobs`: a job or an area. */
  readonly operation?: JournalName | undefined
  /** A status such as `404`, or a status class such as `4xx`. */
  readonly status?: number | string | undefined
  readonly code?: string | undefined
  readonly scenario?: ScenarioName | undefined
  /** The caller's number, code or client id. */
  readonly caller?: string | undefined
  readonly environment?: EnvironmentName | undefined
  /** The result of comparing the call with the real service. */
  readonly comparison?: NonNullable<Line['comparison']>['result'] | undefined
  /** Part of the line's path, query, reason or bodies. Case-insensitive. */
  readonly text?: string | undefined
  /** True for jobs instead of calls; `also` for both, in chronological order. */
  readonly jobs?: boolean | 'also' | undefined
}

/** The first page contains the newest lines, or the oldest ones after `since`. Further pages continue in that direction. */
export interface JournalFilter extends LineFilter, Page {
  /** A line id (only newer lines), or an ISO 8601 time (only lines from then on). */
  readonly since?: string | undefined
}

/** A page of lines, oldest first. */
export interface Lines {
  readonly lines: readonly Line[]
  /** Number of matching lines on all pages. */
  readonly total: number
  readonly next: string | null
  /** Number of lines after `since` that the ring dropped to make room for newer ones. */
  readonly dropped: number
}

const operationIds = operationFacts.map(({ id }) => id)
const jobIds: readonly string[] = Object.keys(jobFacts)
const withAreas = (ids: readonly string[]) => [...ids, ...new Set(ids.map(areaName))]
const known = { calls: withAreas(operationIds), jobs: withAreas(jobIds), also: withAreas([...operationIds, ...jobIds]) }

const forms: readonly RefusalForm[] = Object.values(refusals)
const codes = [...new Set(forms.flatMap(({ code }) => (code === undefined ? [] : [code])))]

/** Throws {@link Misuse} for an unknown operation or code. */
export function demandFilter({ operation, code, jobs: ofJobs }: LineFilter): void {
  demandOne('query.operation', operation, known[kindOf(ofJobs)])
  demandCode('query.code', code)
}

export function listLines(journal: JournalRings, { since, limit, after, ...filter }: JournalFilter): Lines {
  demandFilter(filter)
  const rings = ringsOf(journal, filter.jobs)
  const lines = newer(inOrder(rings), 'query.since', since).filter((line) => fitsFilter(line, filter))
  // A reader that continues after a line must not miss any lines.
  const page = since === undefined ? older(lines, after, limit) : younger(lines, after, limit)
  return { ...page, total: lines.length, dropped: rings.reduce((sum, ring) => sum + droppedSince(ring, since), 0) }
}

const kindOf = (ofJobs: LineFilter['jobs']) => (ofJobs === 'also' ? 'also' : ofJobs ? 'jobs' : 'calls')

export function ringsOf({ calls, jobs: ofJobs }: JournalRings, wanted: LineFilter['jobs']): readonly Ring[] {
  return { calls: [calls], jobs: [ofJobs], also: [calls, ofJobs] }[kindOf(wanted)]
}

/** Returns call and job lines in order of arrival. */
function inOrder(rings: readonly Ring[]): readonly Line[] {
  const lines = rings.flatMap((ring) => ring.list())
  return rings.length === 1 ? lines : lines.sort((one, other) => one.at - other.at || one.began - other.began)
}

type Part = Pick<Lines, 'lines' | 'next'>

/** Returns the newest lines before the line `after`, or no lines if it was dropped, because all remaining lines are newer. */
function older(lines: readonly Line[], after: string | undefined, limit = lines.length): Part {
  const end = after === undefined ? lines.length : Math.max(0, positionOf(lines, after))
  const start = Math.max(0, end - limit)
  return { lines: lines.slice(start, end), next: start > 0 && start < end ? (lines[start]?.id ?? null) : null }
}

/** Returns the oldest lines after the line `after`. If that line was dropped, all remaining lines are newer. */
function younger(lines: readonly Line[], after: string | undefined, limit = lines.length): Part {
  const start = after === undefined ? 0 : positionOf(lines, after) + 1
  const end = Math.min(lines.length, start + limit)
  return { lines: lines.slice(start, end), next: start < end && end < lines.length ? (lines[end - 1]?.id ?? null) : null }
}

function positionOf(lines: readonly Line[], after: string): number {
  if (!lineId.test(after)) throw new Misuse(`after: ${JSON.stringify(after.slice(0, 100))} is not the "next" value of a journal page.`)
  return lines.findLastIndex(({ id }) => id === after)
}

const lineId = /^[\d.+]+$/

/** Throws {@link Misuse} for an unknown code. */
export const demandCode = (parameter: string, code: string | undefined): void => demandOne(parameter, code, codes)

/** Returns the ring that contains the lines of an operation, area or job. Throws {@link Misuse} for any other name. */
export function ringOf(journal: JournalRings, operation: string | undefined): Ring {
  demandOne('operation', operation, [...known.calls, ...jobIds])
  return operation !== undefined && jobIds.includes(operation) ? journal.jobs : journal.calls
}

function demandOne(parameter: string, given: string | undefined, valid: readonly string[]): void {
  if (given !== undefined && !valid.includes(given))
    throw unknownName(`${parameter}: unknown value ${JSON.stringify(given.slice(0, 100))}.`, given, valid)
}

/**
 * Returns the lines after `since`, a line id or a time. If `since` has been dropped, returns all lines, because the oldest lines are
 * dropped first.
 */
export function newer(lines: readonly Line[], parameter: string, since: string | undefined): readonly Line[] {
  if (since === undefined) return lines
  if (lineId.test(since)) return lines.slice(lines.findLastIndex(({ id }) => id === since) + 1)
  const time = readTimestamp(since)
  if (!time)
    throw new Misuse(`${parameter}: ${JSON.stringify(since.slice(0, 100))} is neither a line id nor a time such as 2026-06-01T10:00:00Z.`)
  return lines.filter(({ at }) => at >= time.at)
}

export function fitsFilter(line: Line, { operation, status, code, scenario, caller, environment, comparison, text }: LineFilter): boolean {
  if (operation !== undefined && !isOf(line, operation)) return false
  if (status !== undefined && !isStatus(line.status, status)) return false
  if (code !== undefined && line.code !== code) return false
  if (scenario !== undefined && line.scenario !== scenario) return false
  if (environment !== undefined && line.environment !== environment) return false
  if (comparison !== undefined && line.comparison?.result !== comparison) return false
  if (caller !== undefined && !isFrom(line, caller)) return false
  return text === undefined || holdsText(line, text.toLowerCase())
}

const isFrom = ({ caller }: Line, wanted: string): boolean =>
  caller !== null && [caller.org, caller.orgNo, caller.clientId].includes(wanted.split(':').at(-1) ?? '')

/** `text` must be in lowercase. */
const holdsText = (line: Line, text: string): boolean =>
  [line.id, line.operation, line.path, line.query, line.code, line.why, line.requestBody, line.replyBody, dataOf(line)].some(
    (part) => part?.toLowerCase().includes(text) === true,
  )

const dataOf = ({ data }: Line): string | null => (data === undefined ? null : JSON.stringify(data))

export const isOf = (line: Line, operation: string): boolean =>
  line.operation === operation || line.operation?.startsWith(`${operation}.`) === true

export function isStatus(status: number | null, wanted: number | string): boolean {
  const text = String(wanted).toLowerCase()
  return text.endsWith('xx') ? String(status).at(0) === text.at(0) : String(status) === text
}
