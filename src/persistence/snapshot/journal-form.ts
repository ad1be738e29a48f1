/** The schema for the journal in a snapshot. */
import { z } from 'zod'
import { count, environmentName, time } from '../../service/world/record-form.ts'
import { ruleResults } from '../../service/world/scenario.ts'

const text = z.string().nullable()
const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** The position of a rule in the journal's `rules`. */
const ruleIndex = count

/** A rule as written in a scenario file, and the period in which it applies. Without `to`, the period has no end. */
const rule = z.strictObject({
  scenario: z.string(),
  at: count.describe('Its position in the scenario.'),
  from: z.number(),
  to: z.number().optional(),
  rule: z.record(z.string(), z.unknown()),
})

const considered = z.strictObject({
  all: z.array(ruleIndex),
  covering: z.array(ruleIndex),
  results: z.array(
    z.strictObject({
      result: z.enum(ruleResults),
      nth: count.nullable(),
      time: z.strictObject({ from: z.number(), to: z.number().optional() }).optional(),
    }),
  ),
  about: z.strictObject({
    resource: z.string().optional(),
    recipients: z.array(z.string()).optional(),
    org: z.string().optional(),
    orgNo: z.string().optional(),
    order: z.string().optional(),
    content: z.string().optional(),
    transfer: z.string().optional(),
  }),
})

const line = z.strictObject({
  id: z.string(),
  at: time,
  environment: environmentName,
  operation: text,
  method: text,
  path: text,
  status: z.int().nullable(),
  code: text,
  caller: z.strictObject({ org: text, orgNo: text, clientId: text }).nullable(),
  token: z
    .strictObject({
      iss: text,
      org: text,
      orgNo: text,
      clientId: text,
      vendor: text,
      systemUser: text,
      user: text,
      scopes: z.array(z.string()),
      nbf: z.number(),
      exp: z.number(),
    })
    .nullable()
    .default(null),
  ms: z.number().nullable(),
  stage: z.string(),
  commits: count,
  scenario: text,
  rule: ruleIndex.nullable(),
  why: text,
  times: z.array(z.number()),
  closed: count,
  considered: considered.nullable(),
  requestHeaders: headers,
  query: z.string(),
  requestBody: text,
  requestMissing: count.default(0),
  requestBytes: count.nullable(),
  data: z.record(z.string(), z.unknown()).optional(),
  recordStatus: z.string().optional().describe("The record's status after the job."),
  replyHeaders: headers.nullable(),
  replyBody: text,
  replyMissing: count.default(0),
  replyBytes: count,
  cut: z.boolean(),
})

const ring = z.strictObject({
  lines: z.array(line).describe('Oldest first.'),
  dropped: count,
  lastDropped: z.strictObject({ id: z.string(), at: time, closed: count }).nullable(),
})

export const journal = z.strictObject({
  closed: count,
  rules: z.array(rule).describe('The rules that lines refer to by position.'),
  calls: ring,
  jobs: ring,
})

export type JournalDocument = z.output<typeof journal>
export type LineDocument = z.output<typeof line>
