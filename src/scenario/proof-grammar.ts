/** The grammar of proofs: the steps that show that a scenario does what it says. Source: decisions §14. */

import { z } from 'zod'
import { operationFacts } from '../areas/facts.ts'
import { durationOption } from '../effects/options/duration-option.ts'
import { environmentNames } from '../state/agenda.ts'
import { whenNeeded } from '../wire/when-needed.ts'

const texts = () => z.record(z.string(), z.string())
const some = () => z.record(z.string(), z.unknown())

/** A field that is absent is not checked. */
const fields = () => ({
  status: z.int().optional(),
  code: z.string().optional(),
  /** Null: the reply does not have the header. `dateIn`: it is a date exactly so long after `Date` of the reply. */
  headers: z.record(z.string(), z.union([z.string(), z.null(), z.strictObject({ dateIn: durationOption() })])).optional(),
  /** Members that the JSON body has, at any depth. */
  body: some().optional(),
  text: z.string().optional(),
  /** Length of the body. */
  bytes: z.int().min(0).optional(),
  /** Whether the connection broke before the body was complete. */
  broken: z.boolean().optional(),
  /** Whether the body is valid JSON. */
  json: z.boolean().optional(),
  /** Real time, from the first byte sent to the last byte received. */
  takes: z.strictObject({ atLeast: durationOption().optional(), atMost: durationOption().optional() }).optional(),
})

/** `live` holds all that is expected instead in a world of that dialect. */
const answer = whenNeeded(() => z.strictObject({ ...fields(), live: z.strictObject(fields()).optional() }))

const callStep = whenNeeded(() =>
  z.strictObject({
    call: z.enum(operationFacts.map(({ id }) => id) as [string, ...string[]]),
    /** Null: without a token. */
    as: z
      .strictObject({
        org: z.string().optional(),
        orgNo: z.string().optional(),
        scope: z.string().optional(),
        clientId: z.string().optional(),
        ttl: durationOption().optional(),
      })
      .nullable()
      .optional(),
    environment: z.enum(environmentNames).optional(),
    /** Parts that replace those of the row's example. */
    input: z
      .strictObject({ params: texts().optional(), query: texts().optional(), headers: texts().optional(), body: z.unknown().optional() })
      .optional(),
    /** Sends a body of this many bytes. */
    bytes: z.int().min(0).max(10_000_000).optional(),
    /** Repeats the value of the last call that had one. */
    same: z.enum(['idempotencyId']).optional(),
    /** How many calls, one after the other. */
    times: z.int().min(1).max(1_000).optional(),
    /** The client gives up after this real time. */
    abortAfter: durationOption().optional(),
    expect: z.union([z.int(), z.enum(['disconnect', 'cancelled']), answer()]),
  }),
)

export const proofStep = whenNeeded(() =>
  z.union([
    callStep(),
    z.strictObject({ advance: z.union([z.literal('settled'), durationOption()], { error: 'is not "settled" or a duration such as 10m' }) }),
    /** The journal has a line like this, of a call or a job. */
    z.strictObject({ journal: some() }),
    /** A list of the control interface, such as `outbox`, has an entry like this; `count` says how many. */
    z.strictObject({ look: z.string(), find: some(), count: z.int().min(0).optional() }),
    /** Switches the scenario off. */
    z.strictObject({ off: z.literal(true) }),
  ]),
)

export type ProofStep = z.output<ReturnType<typeof proofStep>>
export type CallStep = z.output<ReturnType<typeof callStep>>
export type ExpectedAnswer = z.output<ReturnType<typeof answer>>
