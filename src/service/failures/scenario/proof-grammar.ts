/** The grammar for proofs: the steps that demonstrate a scenario. Source: decisions §14. */
import { z } from 'zod'
import { operationFacts } from '../../areas/facts.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { environmentNames } from '../../world/records.ts'
import { durationOption } from './effect.ts'

const texts = () => z.record(z.string(), z.string())
const some = () => z.record(z.string(), z.unknown())

/** An absent field is not checked. */
const fields = () => ({
  status: z.int().optional().describe('The HTTP status.'),
  code: z.string().optional().describe('The error code.'),
  headers: z
    .record(
      z.string(),
      z.union([
        z.string(),
        z.null(),
        z.strictObject({ dateIn: durationOption().describe('The header is a date this long after the Date of the reply.') }),
      ]),
    )
    .optional()
    .describe('Headers of the reply; null: the header is absent.'),
  body: some().optional().describe('Members of the body, at any depth.'),
  text: z.string().optional().describe('The body as text.'),
  bytes: z.int().min(0).optional().describe('The length of the body.'),
  broken: z.boolean().optional().describe('True if the connection broke before the body was complete.'),
  json: z.boolean().optional().describe('True if the body is valid JSON.'),
  /** Real time, from the first byte sent to the last byte received. */
  takes: z
    .strictObject({
      atLeast: durationOption().optional().describe('The shortest time.'),
      atMost: durationOption().optional().describe('The longest time.'),
    })
    .optional()
    .describe('Duration of the call.'),
})

const answer = whenNeeded(() =>
  z.strictObject({
    ...fields(),
    live: z.strictObject(fields()).optional().describe('Replaces these expectations in a world of the dialect live.'),
  }),
)

const callStep = whenNeeded(() =>
  z.strictObject({
    call: z.enum(operationFacts.map(({ id }) => id) as [string, ...string[]]).describe('The operation to call.'),
    as: z
      .strictObject({
        org: z.string().optional().describe('The code of the service owner, such as ttd.'),
        orgNo: z.string().optional().describe('The organization number.'),
        scope: z.string().optional().describe('The scopes of the token.'),
        clientId: z.string().optional().describe('The id of the integration.'),
        ttl: durationOption().optional().describe('Lifetime of the token.'),
      })
      .nullable()
      .optional()
      .describe('The caller; null: no token.'),
    environment: z.enum(environmentNames).optional().describe('The environment: test or production.'),
    input: z
      .strictObject({
        params: texts().optional().describe('Parameters of the path.'),
        query: texts().optional().describe('Parameters of the query.'),
        headers: texts().optional().describe('Headers.'),
        body: z.unknown().optional().describe('The body.'),
      })
      .optional()
      .describe('Parts that replace those of the example.'),
    bytes: z.int().min(0).max(10_000_000).optional().describe('Sends a body of this many bytes.'),
    same: z.enum(['idempotencyId']).optional().describe('Repeats the value of the last call that had one.'),
    times: z.int().min(1).max(1_000).optional().describe('Number of consecutive calls.'),
    abortAfter: durationOption().optional().describe('Time after which the client gives up.'),
    expect: z.union([z.int(), z.enum(['disconnect', 'cancelled']), answer()]).describe('The expected result of the call.'),
  }),
)

export const proofStep = whenNeeded(() =>
  z.union([
    callStep(),
    z.strictObject({
      advance: z
        .union([z.literal('settled'), durationOption()], { error: 'is not "settled" or a duration such as 10m' })
        .describe('Moves the clock by a duration, or until settled.'),
    }),
    /** Checks that the journal contains a line like this, for a call or a job. */
    z.strictObject({ journal: some().describe('Members of a journal line.') }),
    /** Checks that a list in the control interface, such as `outbox`, has an entry like this, or `count` of them. */
    z.strictObject({
      look: z.string().describe('A list of the control interface.'),
      find: some().describe('Members of an entry.'),
      count: z.int().min(0).optional().describe('Number of such entries.'),
    }),
    z.strictObject({ off: z.literal(true).describe('Switches the scenario off.') }),
  ]),
)

export type ProofStep = z.output<ReturnType<typeof proofStep>>
export type CallStep = z.output<ReturnType<typeof callStep>>
export type ExpectedAnswer = z.output<ReturnType<typeof answer>>
