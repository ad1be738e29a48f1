/** What the control row that verifies the journal is asked, apart from the knob, so that a page loads it with that row. */
import { z } from 'zod'
import { environmentNames } from '../../state/agenda.ts'
import { anyNameSchema } from '../../wire/any-name-schema.ts'

const named = z.record(z.string(), z.string())

/** `404`, or a class of statuses: `4xx`. */
export const statusForm = /^[1-5](?:\d\d|xx)$/i

/** Every condition that is given must hold. */
export const lineWhere = z.strictObject({
  environment: z.enum(environmentNames).optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.union([z.int().min(100).max(599), z.string().regex(statusForm)], 'A status such as 404 or "4xx" is expected').optional(),
  code: z.string().optional(),
  scenario: anyNameSchema.optional(),
  committed: z.boolean().optional().describe('Whether anything was changed.'),
  org: z.string().optional().describe("The caller's code or number."),
  client: z.string().optional(),
  recipient: z.string().optional().describe('One of those whom it was about: a number or an address.'),
  resource: z.string().optional(),
  transfer: z.string().optional().describe('The id of a file transfer.'),
  idempotencyId: z.string().optional(),
  query: named.optional(),
  header: named.optional(),
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
  where: lineWhere.optional(),
})
