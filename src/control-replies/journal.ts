/** The replies about the journal: lines, short and in full, and verifications. */
import { z } from 'zod'
import { environmentNames } from '../state/agenda.ts'
import { pageReply } from './page.ts'
import { effectReply } from './scenarios.ts'
import { storyEntry } from './story.ts'

const text = z.string().nullable()

/** Source: decisions §12. */
export const lineReply = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  environment: z.enum(environmentNames),
  operation: text,
  method: text,
  path: text,
  status: z.int().nullable(),
  code: text,
  caller: z.object({ org: text, orgNo: text, clientId: text }).nullable(),
  ms: z.number().nullable(),
  stage: z.string(),
  committed: z.boolean(),
  scenario: text,
  why: text,
})

export type JournalLine = z.output<typeof lineReply>

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

export const fullLineReply = z.object({
  ...lineReply.shape,
  commits: z.int(),
  token: z
    .object({
      iss: text.describe('Who issued it.'),
      org: text.describe('The code of the service owner.'),
      orgNo: text.describe('The organization that the caller acts for.'),
      clientId: text.describe('The id of the integration.'),
      vendor: text.describe('The organization that owns the client.'),
      systemUser: text.describe('The id of the system user.'),
      user: text.describe("The number of a person's user."),
      scopes: z.array(z.string()).describe('The scopes; at most 50.'),
      nbf: z.iso.datetime().describe('It is valid from this time on.'),
      exp: z.iso.datetime().describe('It is valid before this time.'),
    })
    .nullable()
    .describe('What the token says, also one that is expired; never the token itself. Null: there is none, or it is not trusted.'),
  /** When each stage began, in real milliseconds after arrival. A stage ends where the next begins; the last ends with the reply. */
  stages: z.record(z.string(), z.number()),
  rules: z.array(z.string()),
  effects: z.array(effectReply),
  request: z.object({ query: z.string(), headers, body: text, missing: z.int(), bytes: z.int().nullable() }),
  reply: z.object({ headers, body: text, missing: z.int(), bytes: z.int(), cut: z.boolean() }).nullable(),
  causedBy: text.describe('The line, of a call or job, that booked this job. Null: it is a call.'),
  caused: z.array(storyEntry).describe('Jobs, bookings, messages, events and deliveries because of it, in the order of time; at most 200.'),
  causedTotal: z.int().describe('How many there are.'),
})

export type FullJournalLine = z.output<typeof fullLineReply>

export const errorGroup = z.object({
  status: z.int().describe('The status of the replies.'),
  code: text.describe('The code of the replies. Null: they have none.'),
  operation: text.describe('The operation. Null: there is none at the path.'),
  count: z.int().describe('How many calls, of those that the journal still has.'),
  first: z.iso.datetime().describe('When the first of them arrived.'),
  last: z.iso.datetime().describe('When the last of them arrived.'),
  why: text.describe('The reason of the last one.'),
  calls: z.array(z.string()).describe('The lines of the newest five, the newest first.'),
})

export type ErrorGroup = z.output<typeof errorGroup>

export const errorsReply = z.object({
  errors: z.array(errorGroup).describe('The groups; the one with the newest call first.'),
  ...pageReply,
})

const nearLine = z.object({ ...lineReply.shape, differs: z.array(z.string()).describe('In what it is not as expected.') })

/** `count` is the number of lines that fit. */
export const fulfilledReply = z.object({ ok: z.literal(true), count: z.int(), message: z.string() })

/** The nearest line comes first. */
export const unfulfilledReply = z.object({
  ok: z.literal(false),
  count: z.int(),
  dropped: z.int().describe('How many lines since `since` were dropped, at most. Above 0, they may have fitted.'),
  message: z.string(),
  nearest: z.array(nearLine),
})

export type Verification = z.output<typeof fulfilledReply> | z.output<typeof unfulfilledReply>

/** The data of one event of the stream: lines in the order of closing. A line without a method is a job. */
export const linesReply = z.object({
  lines: z.array(lineReply),
  leftOut: z
    .int()
    .describe(
      'How many lines closed just before these are left out, because too many came. The list has them, as far as the journal goes.',
    ),
  missing: z.int().describe('How many lines before these the journal no longer has, at most. Above 0 only in the first event.'),
})

/** A page of lines, oldest first. */
export const journalReply = z.object({
  journal: z.array(lineReply),
  ...pageReply,
  dropped: z.int().describe('How many lines made room for newer ones; with `since` those after it, or a number that they do not exceed.'),
})
