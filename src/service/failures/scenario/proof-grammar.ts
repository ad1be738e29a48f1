/** The grammar for proofs, which are the steps that demonstrate a scenario. Source: decisions §14. */
import { z } from 'zod'
import { operationFacts } from '../../areas/facts.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { environmentNames } from '../../world/records.ts'
import { durationOption } from './effect.ts'

const texts = () => z.record(z.string(), z.string())
const some = () => z.record(z.string(), z.unknown())

/** Absent fields are not checked. */
const fields = () => ({
  status: z.int().optional().describe('The HTTP status.'),
  code: z.string().optional().describe('The error code.'),
  headers: z
    .record(
      z.string(),
      z.union([
        z.string(),
        z.null(),
        z.strictObject({ dateIn: durationOption().describe("The header is a date this long after the reply's Date.") }),
      ]),
    )
    .optional()
    .describe('The reply headers; null for a header that must be absent.'),
  body: some().optional().describe('Body members, at any depth.'),
  text: z.string().optional().describe('The body as text.'),
  bytes: z.int().min(0).optional().describe('The body length.'),
  broken: z.boolean().optional().describe('True if the connection broke before the body was complete.'),
  json: z.boolean().optional().describe('True if the body is valid JSON.'),
  /** In real time, from the first byte sent to the last byte received. */
  takes: z
    .strictObject({
      atLeast: durationOption().optional().describe('The shortest time.'),
      atMost: durationOption().optional().describe('The longest time.'),
    })
    .optional()
    .describe('The duration of the call.'),
})

const answer = whenNeeded(() =>
  z.strictObject({
    ...fields(),
    live: z.strictObject(fields()).optional().describe('Replaces these expectations in a world with the `live` dialect.'),
  }),
)

const callStep = whenNeeded(() =>
  z.strictObject({
    call: z.enum(operationFacts.map(({ id }) => id) as [string, ...string[]]).describe('The operation to call.'),
    as: z
      .strictObject({
        org: z.string().optional().describe('The service owner code, such as ttd.'),
        orgNo: z.string().optional().describe('The organization number.'),
        scope: z.string().optional().describe('The token scopes.'),
        clientId: z.string().optional().describe('The integration id.'),
        ttl: durationOption().optional().describe('The token lifetime.'),
      })
      .nullable()
      .optional()
      .describe('The caller; null for a call without a token.'),
    environment: z.enum(environmentNames).optional().describe('The environment: test or production.'),
    input: z
      .strictObject({
        params: texts().optional().describe('Path parameters.'),
        query: texts().optional().describe('Query parameters.'),
        headers: texts().optional().describe('Headers.'),
        body: z.unknown().optional().describe('The body.'),
      })
      .optional()
      .describe('Parts that replace those in the example.'),
    bytes: z.int().min(0).max(10_000_000).optional().describe('Sends a body of this many bytes.'),
    same: z.enum(['idempotencyId']).optional().describe('Sends the value from the last call that had one.'),
    times: z.int().min(1).max(1_000).optional().describe('Number of consecutive calls.'),
    abortAfter: durationOption().optional().describe('Time after which the client gives up.'),
    expect: z.union([z.int(), z.enum(['disconnect', 'cancelled']), answer()]).describe('The expected result.'),
  }),
)

export const proofStep = whenNeeded(() =>
  z.union([
    callStep(),
    z.strictObject({
      advance: z
        .union([z.literal('settled'), durationOption()], { error: 'is not "settled" or a duration such as 10m' })
        .describe('Advances the clock by a duration, or until settled.'),
    }),
    z.strictObject({ journal: some().describe('Journal line members.') }),
    z.strictObject({
      look: z.string().describe('A list in the control interface.'),
      find: some().describe('Entry members.'),
      count: z.int().min(0).optional().describe('Number of such entries.'),
    }),
    z.strictObject({ off: z.literal(true).describe('Switches the scenario off.') }),
  ]),
)

export type ProofStep = z.output<ReturnType<typeof proofStep>>
export type CallStep = z.output<ReturnType<typeof callStep>>
export type ExpectedAnswer = z.output<ReturnType<typeof answer>>
