/** Verifies that something was called so often: for tests in any language. */
import { z } from 'zod'
import { json, reply } from '../wire/row.ts'
import { lineReply, showLine } from './journal-line.ts'
import { readSince, statusForm } from './journal-query.ts'
import { defineControl } from './row.ts'

const named = z.record(z.string(), z.string())

const where = z.strictObject({
  environment: z.enum(['test', 'production']).optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.union([z.int().min(100).max(599), z.string().regex(statusForm)], 'A status such as 404 or "4xx" is expected').optional(),
  code: z.string().optional(),
  scenario: z.string().optional(),
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

const request = z.strictObject({
  operation: z.string().optional().describe('An operation, an area or a job; any call when absent.'),
  count: z
    .union([z.int().min(0), z.string()], 'A number, "2-3" or "3-" is expected')
    .optional()
    .describe('At least one when absent.'),
  where: where.optional(),
})

const near = z.object({ ...lineReply.shape, differs: z.array(z.string()).describe('In what it is not as expected.') })

export const verifyJournal = defineControl({
  id: 'control.verifyJournal',
  method: 'POST',
  path: '/_standin/journal/verify',
  summary: 'Whether something was called so often; if not, what came nearest',
  request: { body: json(request) },
  replies: {
    200: reply.json(z.object({ ok: z.literal(true), count: z.int(), message: z.string() })),
    422: reply.json(z.object({ ok: z.literal(false), count: z.int(), message: z.string(), nearest: z.array(near) })),
  },
  example: { body: { operation: 'notifications.createOrder', count: 1, where: { status: 201, org: 'ttd' } } },

  handle({ body: { operation, count, where: wanted = {} } }, { knobs, reply: answer }) {
    const since = readSince('body.where.since', wanted.since)
    const verdict = knobs.journal.verify({ operation, count, where: { ...wanted, ...(since !== undefined && { since }) } })
    const { ok, message } = verdict
    if (ok) return answer(200, { ok, count: verdict.count, message })
    const nearest = verdict.nearest.map(({ line, differs }) => ({ ...showLine(line), differs: [...differs] }))
    return answer(422, { ok, count: verdict.count, message, nearest })
  },
})
