/** The grammar of proofs: the steps that show that a scenario does what it says. Source: decisions §14. */
import { z } from 'zod'
import { operationFacts } from '../areas/facts.ts'
import { whenNeeded } from '../wire/when-needed.ts'
import { environmentNames } from '../world/records.ts'
import { durationOption } from './effect.ts'

const texts = () => z.record(z.string(), z.string())
const some = () => z.record(z.string(), z.unknown())

/** A field that is absent is not checked. */
const fields = () => ({
  status: z.int().optional().describe('The HTTP status.'),
  code: z.string().optional().describe('The error code.'),
  headers: z
    .record(
      z.string(),
      z.union([
        z.string(),
        z.null(),
        z.strictObject({ dateIn: durationOption().describe('The header is a date exactly so long after Date of the reply.') }),
      ]),
    )
    .optional()
    .describe('The headers that the reply has; null: it does not have the header.'),
  body: some().optional().describe('Members that the body has, at any depth.'),
  text: z.string().optional().describe('The body as text.'),
  bytes: z.int().min(0).optional().describe('The length of the body.'),
  broken: z.boolean().optional().describe('Whether the connection broke before the body was complete.'),
  json: z.boolean().optional().describe('Whether the body is valid JSON.'),
  /** Real time, from the first byte sent to the last byte received. */
  takes: z
    .strictObject({
      atLeast: durationOption().optional().describe('The shortest time.'),
      atMost: durationOption().optional().describe('The longest time.'),
    })
    .optional()
    .describe('How long the call takes.'),
})

const answer = whenNeeded(() =>
  z.strictObject({
    ...fields(),
    live: z.strictObject(fields()).optional().describe('All that is expected instead in a world of the dialect live.'),
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
        ttl: durationOption().optional().describe('How long the token is good.'),
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
    bytes: z.int().min(0).max(10_000_000).optional().describe('Sends a body of so many bytes.'),
    same: z.enum(['idempotencyId']).optional().describe('Repeats this value of the last call that had one.'),
    times: z.int().min(1).max(1_000).optional().describe('How many calls in a row.'),
    abortAfter: durationOption().optional().describe('When the client gives up.'),
    expect: z.union([z.int(), z.enum(['disconnect', 'cancelled']), answer()]).describe('How the call must end.'),
  }),
)

export const proofStep = whenNeeded(() =>
  z.union([
    callStep(),
    z.strictObject({
      advance: z
        .union([z.literal('settled'), durationOption()], { error: 'is not "settled" or a duration such as 10m' })
        .describe('Moves the clock: a duration, or settled.'),
    }),
    /** The journal has a line like this, of a call or a job. */
    z.strictObject({ journal: some().describe('What a line of the journal has.') }),
    /** A list of the control interface, such as `outbox`, has an entry like this; `count` says how many. */
    z.strictObject({
      look: z.string().describe('The list of the control interface to look at.'),
      find: some().describe('What an entry of the list has.'),
      count: z.int().min(0).optional().describe('How many such entries there are.'),
    }),
    z.strictObject({ off: z.literal(true).describe('Switches the scenario off.') }),
  ]),
)

export type ProofStep = z.output<ReturnType<typeof proofStep>>
export type CallStep = z.output<ReturnType<typeof callStep>>
export type ExpectedAnswer = z.output<ReturnType<typeof answer>>
