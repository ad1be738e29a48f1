/** Stores a simulator's latest exploration and comparison, which commands report for the dashboard. */

import { z } from 'zod'
import { liveSlot } from '../service/wire/when-needed.ts'
import type { Exploration } from './exploration/rows.ts'
import type { Simulator } from './simulator.ts'

const none: Exploration = { command: null, progress: null, report: null }
const explorations = liveSlot(() => ({ exploration: none }))

export const newestExploration = (simulator: Simulator): Exploration => explorations.of(simulator).exploration

/** Replaces the previous exploration. */
export function storeExploration(simulator: Simulator, exploration: Exploration): void {
  explorations.of(simulator).exploration = exploration
}

/** Maximum report size in bytes. */
export const mostReportBytes = 32 * 2 ** 20
const mostGroups = 10_000

const count = z.int().min(0)
const short = z.string().max(1_000)
const value = z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()])

const shownReply = z.object({
  status: z.int().min(0).max(999).describe('The status.'),
  headers: z.record(short, z.string().max(10_000)).describe('The headers, with names in lowercase.'),
  body: z.string().max(100_000).nullable().describe('The body as text; null if it is not text or was not recorded.'),
  bytes: count.describe('The total size of the body.'),
  missing: count.describe('The number of body characters that were cut off.'),
})

const example = z.object({
  from: short.describe("The call's source, such as `traffic.har, entry 12`."),
  at: short.describe('When the call began.'),
  method: short.describe('The method.'),
  url: z.string().max(10_000).describe('Path and query.'),
  there: shownReply.nullish().describe("The real service's reply; null if it was not recorded."),
  here: shownReply.nullish().describe("Standin's reply."),
})

const group = z.object({
  operation: short.describe('The operation.'),
  kind: z
    .enum(['status', 'code', 'header', 'missing', 'extra', 'type', 'value', 'order', 'not-json', 'connection', 'never-reached'])
    .describe('The kind of difference.'),
  where: short.describe('The reply member, such as `recipients[].status`.'),
  calls: count.describe('The number of calls with this difference.'),
  of: count.describe('The number of compared calls to the operation.'),
  there: value.describe("The real service's value in the example."),
  here: value.describe("Standin's value in the example."),
  example: example.describe('A call with this difference.'),
  rule: z.string().max(1_000).nullish().describe('The sections with the rule that Standin follows, such as `file-transfer §5.5`.'),
  likely: z
    .enum(['standin', 'newer', 'environment', 'unknown'])
    .describe('The likely cause; `newer`: the real service has something that no document mentions.'),
})

const words = z.object({
  met: z.record(short, count).describe('The number of calls, by name.'),
  never: z.array(short).max(1_000).describe('Names that no reply contained.'),
})

export const comparisonReport = z.object({
  version: z.literal(1).describe('The format version.'),
  standin: short.describe("Standin's version."),
  dialect: short.describe("Standin's dialect."),
  environment: z.string().max(10_000).describe("The environment's name, or the files that contain the calls."),
  complete: z.boolean().describe('False if the comparison was stopped early or is still running.'),
  notes: z.array(short).max(100).optional().describe('Facts about the environment that a reader needs to know.'),
  began: short.describe('When the first call was made.'),
  ended: short.describe('When the last call was made.'),
  calls: count.describe('The number of calls.'),
  same: count.describe('The number of calls with equal replies.'),
  groups: z.array(group).max(mostGroups).describe('The differences, grouped by operation, kind and position.'),
  apart: z.record(short, count).describe('The number of calls that were not compared, by reason.'),
  coverage: z
    .object({
      met: z.record(short, z.record(short, count)).describe("The number of calls, by operation and by the real service's status."),
      never: z.array(short).max(1_000).describe('Operations that were not called.'),
      codes: words.optional().describe('The refusal codes.'),
      statuses: words.optional().describe('The record statuses.'),
    })
    .describe('The operations and statuses in the traffic.'),
  noise: z
    .array(
      z.object({
        operation: short.describe('The operation.'),
        where: short.describe('The member.'),
        calls: count.describe('The number of calls.'),
      }),
    )
    .max(mostGroups)
    .optional()
    .describe('Members that differ between two identical calls to the real service, and are therefore not compared.'),
})

export type ComparisonReport = z.output<typeof comparisonReport>

const comparisons = liveSlot((): { report: ComparisonReport | null } => ({ report: null }))

export const newestComparison = (simulator: Simulator): ComparisonReport | null => comparisons.of(simulator).report

/** Replaces the previous report. */
export function storeComparison(simulator: Simulator, report: ComparisonReport): void {
  comparisons.of(simulator).report = report
}
