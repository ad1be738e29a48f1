/** The schema for expectations, separate from the knob so that a page loads it only with the row that verifies the journal. */
import { z } from 'zod'
import { environmentNames } from '../../service/world/records.ts'

/** A name that the types do not include: see `anyName`. */
export const anyNameSchema = z.string().brand<'name'>()

const named = z.record(z.string(), z.string())

/** A status such as `404`, or a status class such as `4xx`. */
export const statusForm = /^[1-5](?:\d\d|xx)$/i

/** All conditions that are set must match. */
export const lineWhere = z.strictObject({
  environment: z.enum(environmentNames).optional().describe('The environment: test or production.'),
  method: z.string().optional().describe('The HTTP method.'),
  path: z.string().optional().describe("The call's path."),
  status: z
    .union([z.int().min(100).max(599), z.string().regex(statusForm)], 'Expected a status such as 404 or "4xx"')
    .optional()
    .describe('The status, or a status class such as 4xx.'),
  code: z.string().optional().describe('The error code.'),
  scenario: anyNameSchema.optional().describe('The scenario that changed the call.'),
  committed: z.boolean().optional().describe('True if the call changed anything.'),
  org: z.string().optional().describe("The caller's service owner code or organization number."),
  client: z.string().optional().describe('The integration id.'),
  recipient: z.string().optional().describe('A recipient in the call: a number or an address.'),
  resource: z.string().optional().describe('The resource id.'),
  transfer: z.string().optional().describe('The file transfer id.'),
  idempotencyId: z.string().optional().describe("The order's idempotencyId."),
  query: named.optional().describe('Query parameters.'),
  header: named.optional().describe('Request headers, by name.'),
  body: z.unknown().optional().describe('Members that the JSON body must contain, at any depth.'),
  since: z.string().optional().describe('A line id or a time: only lines newer than that line, or not older than that time.'),
})

/** Source: decisions §12. */
export const expectation = z.strictObject({
  operation: anyNameSchema.optional().describe('An operation, an area or a job. Default: any call.'),
  count: z
    .union([z.int().min(0), z.string()], 'Expected a number, "2-3" or "3-"')
    .optional()
    .describe('The expected number of lines. Default: at least one.'),
  where: lineWhere.optional().describe('The conditions that lines must match.'),
})

export const comparisonResults = ['same', 'differs', 'apart'] as const

export const lineComparison = z
  .object({
    result: z.enum(comparisonResults).describe('same, differs, or apart if the call could not be compared.'),
    reason: z.string().optional().describe('Why the call could not be compared.'),
    differences: z
      .array(
        z.object({
          kind: z.string().describe('The kind of difference, such as status, code or value.'),
          where: z.string().describe('The reply member.'),
          there: z.unknown().describe("The real service's value."),
          here: z.unknown().describe("Standin's value."),
        }),
      )
      .optional()
      .describe('The differences between the two replies.'),
  })
  .optional()
  .describe('The result of the comparison with the real service (`standin start --compare`).')
