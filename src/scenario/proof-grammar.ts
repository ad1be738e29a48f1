/** The grammar of proofs: what is done to see that a scenario does as it says. Source: decisions §14. */
import { z } from 'zod'
import { durationOption } from '../effects/duration-option.ts'
import { operations } from '../operations/index.ts'

const texts = z.record(z.string(), z.string())
const some = z.record(z.string(), z.unknown())

const ending = z.enum(['disconnect', 'cancelled'])

/** What is not named may be anything. */
const answer = z.strictObject({
  status: z.int().optional(),
  code: z.string().optional(),
  /** Null: it is not there. */
  headers: z.record(z.string(), z.string().nullable()).optional(),
  /** Members of a JSON body, and of the objects in it. */
  body: some.optional(),
  text: z.string().optional(),
  /** Of the body. */
  bytes: z.int().min(0).optional(),
  /** Whether the connection broke before the body was whole. */
  broken: z.boolean().optional(),
  /** Whether the body is JSON. */
  json: z.boolean().optional(),
  /** Real time, from the first byte sent to the last one received. */
  takes: z.strictObject({ atLeast: durationOption.optional(), atMost: durationOption.optional() }).optional(),
})

const callStep = z.strictObject({
  call: z.enum(operations.map(({ id }) => id) as [string, ...string[]]),
  /** Null: without a token. */
  as: z
    .strictObject({
      org: z.string().optional(),
      orgNo: z.string().optional(),
      scope: z.string().optional(),
      clientId: z.string().optional(),
      ttl: durationOption.optional(),
    })
    .nullable()
    .optional(),
  environment: z.enum(['test', 'production']).optional(),
  /** Laid over the row's example. */
  input: z
    .strictObject({ params: texts.optional(), query: texts.optional(), headers: texts.optional(), body: z.unknown().optional() })
    .optional(),
  /** Sends so many bytes as the body. */
  bytes: z.int().min(0).max(10_000_000).optional(),
  /** As in the last call that had one. */
  same: z.enum(['idempotencyId']).optional(),
  /** How often, one after the other. */
  times: z.int().min(1).max(1_000).optional(),
  /** Real time. */
  abortAfter: durationOption.optional(),
  expect: z.union([z.int(), ending, answer]),
})

export const proofStep = z.union([
  callStep,
  z.strictObject({ advance: z.union([z.literal('settled'), durationOption], { error: 'is neither settled nor a duration' }) }),
  /** A line of the journal that there is, of a call or a job. */
  z.strictObject({ journal: some }),
  /** A list of the control interface, such as `outbox`, and an entry that it has; or how many of them. */
  z.strictObject({ look: z.string(), find: some, count: z.int().min(0).optional() }),
  /** The scenario is switched off. */
  z.strictObject({ off: z.literal(true) }),
])

export type ProofStep = z.output<typeof proofStep>
export type CallStep = z.output<typeof callStep>
export type ExpectedAnswer = z.output<typeof answer>
