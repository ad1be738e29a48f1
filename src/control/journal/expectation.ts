/** The expectation schema, kept apart from the knob so that a page loads it only with the row that verifies the journal. */
import { z } from 'zod'
import { environmentNames } from '../../service/world/records.ts'

/** A name that the types do not know: see `anyName`. */
export const anyNameSchema = z.string().brand<'name'>()

const named = z.record(z.string(), z.string())

/** `404`, or a status class: `4xx`. */
export const statusForm = /^[1-5](?:\d\d|xx)$/i

/** All given conditions must match. */
export const lineWhere = z.strictObject({
  environment: z.enum(environmentNames).optional().describe('The environment: test or production.'),
  method: z.string().optional().describe('The HTTP method.'),
  path: z.string().optional().describe('The path of the call.'),
  status: z
    .union([z.int().min(100).max(599), z.string().regex(statusForm)], 'A status such as 404 or "4xx" is expected')
    .optional()
    .describe('The status, or a class of statuses such as 4xx.'),
  code: z.string().optional().describe('The error code.'),
  scenario: anyNameSchema.optional().describe('The scenario that changed the call.'),
  committed: z.boolean().optional().describe('True if the call changed anything.'),
  org: z.string().optional().describe("The caller's service owner code or organization number."),
  client: z.string().optional().describe("The integration's id."),
  recipient: z.string().optional().describe('A recipient of the call: a number or an address.'),
  resource: z.string().optional().describe('The id of the resource.'),
  transfer: z.string().optional().describe('The id of the file transfer.'),
  idempotencyId: z.string().optional().describe('The idempotencyId of the order.'),
  query: named.optional().describe('Query parameters.'),
  header: named.optional().describe('Request headers, by name.'),
  body: z.unknown().optional().describe('Members that the JSON body must contain, at any depth.'),
  since: z.string().optional().describe('A line id or a time: only lines newer than that line, or not older than that time.'),
})

/** Source: decisions §12. */
export const expectation = z.strictObject({
  operation: anyNameSchema.optional().describe('An operation, an area or a job. Default: any call.'),
  count: z
    .union([z.int().min(0), z.string()], 'A number, "2-3" or "3-" is expected')
    .optional()
    .describe('The expected number of lines. Default: at least one.'),
  where: lineWhere.optional().describe('The conditions that lines must match.'),
})

export const comparisonResults = ['same', 'differs', 'apart'] as const

/** A line's comparison with the real service. */
export const lineComparison = z
  .object({
    result: z.enum(comparisonResults).describe('same, differs, or apart: it could not be compared.'),
    reason: z.string().optional().describe('The reason why it could not be compared.'),
    differences: z
      .array(
        z.object({
          kind: z.string().describe('The kind of the difference, such as status, code or value.'),
          where: z.string().describe('The member of the reply.'),
          there: z.unknown().describe('The value of the real service.'),
          here: z.unknown().describe('The value of Standin.'),
        }),
      )
      .optional()
      .describe('The differences between the two replies.'),
  })
  .optional()
  .describe('The result of the comparison with the real service (`standin start --compare`).')
