/** What the control row that verifies the journal is asked, apart from the knob, so that a page loads it with that row. */
import { z } from 'zod'
import { anyNameSchema } from '../../service/wire/any-name-schema.ts'
import { environmentNames } from '../../service/world/records.ts'

const named = z.record(z.string(), z.string())

/** `404`, or a class of statuses: `4xx`. */
export const statusForm = /^[1-5](?:\d\d|xx)$/i

/** Every condition that is given must hold. */
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
  committed: z.boolean().optional().describe('Whether anything was changed.'),
  org: z.string().optional().describe("The caller's code or number."),
  client: z.string().optional().describe('The id of the integration.'),
  recipient: z.string().optional().describe('One of those whom it was about: a number or an address.'),
  resource: z.string().optional().describe('The id of the resource.'),
  transfer: z.string().optional().describe('The id of a file transfer.'),
  idempotencyId: z.string().optional().describe('The idempotencyId of the order.'),
  query: named.optional().describe('Parameters of the query.'),
  header: named.optional().describe('Headers of the request, by name.'),
  body: z.unknown().optional().describe('Members that the JSON body has, at any depth.'),
  since: z.string().optional().describe('A line, or a time: only what is newer than that line, or not older than that time.'),
})

/** Source: decisions §12. */
export const expectation = z.strictObject({
  operation: anyNameSchema.optional().describe('An operation, an area or a job; any call when absent.'),
  count: z
    .union([z.int().min(0), z.string()], 'A number, "2-3" or "3-" is expected')
    .optional()
    .describe('At least one when absent.'),
  where: lineWhere.optional().describe('What must match.'),
})
