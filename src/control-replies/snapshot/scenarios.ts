/** Scenarios, contacts, clients and limits in a snapshot. */
import { z } from 'zod'
import { registeredClientSchema } from '../../areas/authentication/records/registered-client.ts'
import { contactSchema } from '../../areas/contacts/records/contact.ts'
import { kept } from './kept.ts'
import { count, time } from './values.ts'

export const scenarios = z.strictObject({
  active: z
    .array(z.strictObject({ name: z.string(), since: time, until: time.optional() }))
    .describe('In the order in which they were switched on.'),
  defined: z
    .array(z.strictObject({ name: z.string(), document: z.record(z.string(), z.unknown()) }))
    .describe('The scenarios that this world defines, as in their files.'),
  counts: z
    .array(
      z.strictObject({
        scenario: z.string(),
        calls: z.array(count).describe('By the position of the rule.'),
        apart: z.array(z.strictObject({ name: z.string(), count })),
      }),
    )
    .describe('How many calls and jobs the rules have covered.'),
  asked: z.array(z.strictObject({ name: z.string(), since: time, calls: z.array(count) })).describe('The same for what headers asked for.'),
})

export const contacts = z.strictObject({
  changed: z.array(contactSchema).describe('The contacts that differ from the fixtures.'),
  removed: z.array(z.string()),
  former: z.array(
    z.strictObject({ number: z.string(), versions: z.array(z.strictObject({ contact: contactSchema.nullable(), until: time })) }),
  ),
})

export const callers = z.array(
  z.strictObject({ caller: z.string(), limits: z.record(z.string(), count).nullable().describe('Null: the usual limits.') }),
)

/** Null: it was removed. */
export const clients = z.array(z.strictObject({ id: z.string(), client: registeredClientSchema().nullable() }))

export const allowances = z.array(
  z
    .strictObject({
      operation: z.string(),
      caller: z.string(),
      limit: count,
      calls: z.array(time).describe('The times of its calls that count against the limit, oldest first.'),
      guessed: z.boolean().describe('Whether a tester set it before the first call.'),
    })
    .refine(({ limit, calls }) => calls.length <= limit, { error: 'has more calls than its limit' }),
)

/** In a folder that keeps worlds. `spent`: how many calls were ever spent in it. */
const keptAllowance = allowances.element.safeExtend({ spent: count })

/** The times of calls that were spent since the allowance was written as a whole. `from`: how many were spent before them. */
const keptSpent = z.strictObject({ from: count, times: z.array(time) })

export type KeptAllowance = z.output<typeof keptAllowance>
export type KeptSpent = z.output<typeof keptSpent>

const { counts, asked, defined } = scenarios.shape
const { scenario, calls, apart } = counts.element.shape

/** In a folder that keeps worlds. What is counted apart lies apart. */
export const keptScenarios = {
  scenario: kept(defined.element),
  count: kept(z.strictObject({ scenario, calls })),
  countApart: kept(apart.element.extend({ scenario })),
  asked: kept(asked.element),
  contact: kept(contactSchema),
  removedContact: kept(z.string()),
  formerContact: kept(contacts.shape.former.element),
  caller: kept(callers.element),
  client: kept(clients.element),
  allowance: kept(keptAllowance, (record) => ({ ...(record as KeptAllowance), spent: (record as KeptAllowance).calls.length })),
  spent: kept(keptSpent),
}
