/** Forms for records that belong to a world rather than to an environment. */
import { z } from 'zod'
import { jobs } from '../../service/areas/index.ts'
import { allowances, changedCallers, type Window, writtenCalls } from '../../service/engine/limits.ts'
import { definedScenarios } from '../../service/failures/catalogue.ts'
import { documentOf, readScenario } from '../../service/failures/read-scenario.ts'
import type { Booking } from '../../service/world/clock.ts'
import { bookings, defects } from '../../service/world/clock.ts'
import { contactSchema } from '../../service/world/contact.ts'
import { count, defineForm, environmentName, time } from '../../service/world/record-form.ts'
import { changedContacts, formerContacts, removedContacts } from '../../service/world/registers.ts'
import { askedCounts, scenarioCounts, separateCounts } from '../../service/world/scenario.ts'

/** Schemas for booking data, keyed by job. Cached, because a world has many bookings. */
const dataForms = new Map<string, z.ZodObject>(jobs.map(({ id, data }) => [id, z.strictObject(data.shape)]))

/** Refuses data that does not fit its job. */
function fitsJob({ job, data }: { readonly job: string; readonly data: unknown }, context: z.RefinementCtx): void {
  const known = dataForms.get(job)
  if (known?.safeParse(data).success) return
  const params = { choices: Object.keys(known?.shape ?? {}) }
  context.addIssue({ code: 'custom', path: ['data'], message: `is not valid data for ${job}`, params })
}

const booked = { job: z.enum(jobs.map(({ id }) => id)), environment: environmentName, data: z.record(z.string(), z.unknown()) }

export const bookingForm = defineForm(bookings, {
  list: 'clock.bookings',
  summary: 'The booked jobs, in order of due time.',
  schema: z
    .strictObject({
      at: time,
      cause: z.string().min(1),
      nth: count,
      ...booked,
      again: count.optional().describe('The number of times it was postponed.'),
    })
    .superRefine(fitsJob),
  // Version 2: the key includes `again`. Version 3: an event includes data of its file transfer.
  upgrades: [(booking) => booking, (booking) => booking],
  written: ({ at, cause, nth, job, environment, data, again }: Booking) => ({ at, cause, nth, job, environment, data, again }) as never,
})

export const defectForm = defineForm(defects, {
  list: 'clock.defects',
  summary: 'The jobs that failed because of a bug in Standin.',
  schema: z.strictObject({ at: time, id: z.string(), ...booked, why: z.string(), times: count, next: time }).superRefine(fitsJob),
  // Version 2: an event includes data of its file transfer.
  upgrades: [(defect) => defect],
})

export const scenarioForm = defineForm(definedScenarios, {
  list: 'scenarios.defined',
  summary: 'The scenarios that this world defines.',
  schema: z.strictObject({
    name: z.string(),
    document: z.record(z.string(), z.unknown()).describe('The document, as written in a scenario file.'),
  }),
  written: (scenario) => ({ name: scenario.name, document: documentOf(scenario) }),
  read: ({ name, document }) => readScenario(name, document, 'defined'),
})

/** Replaces missing counts with 0, because a rule that has not matched any call has no count yet. */
const whole = (calls: readonly number[]): number[] => Array.from(calls, (each) => each ?? 0)

export const countForm = defineForm(scenarioCounts, {
  list: 'scenarios.counts',
  summary: 'The number of calls and jobs that rules have matched.',
  schema: z.strictObject({ scenario: z.string(), calls: z.array(count).describe('Counts, by rule position.') }),
  written: ({ scenario, calls }) => ({ scenario, calls: whole(calls) }),
})

export const separateCountForm = defineForm(separateCounts, {
  list: 'scenarios.countsApart',
  summary: 'The same counts, for rules that count separately.',
  schema: z.strictObject({ name: z.string(), count, scenario: z.string() }),
})

export const askedForm = defineForm(askedCounts, {
  list: 'scenarios.asked',
  summary: 'The same counts, for scenarios requested by headers.',
  schema: z.strictObject({ name: z.string(), since: time, calls: z.array(count) }),
  written: ({ name, since, calls }) => ({ name, since, calls: whole(calls) }),
})

export const callerForm = defineForm(changedCallers, {
  list: 'callers',
  summary: 'The callers whose own limits differ from the fixtures.',
  schema: z.strictObject({ caller: z.string(), limits: z.record(z.string(), count).nullable().describe('Null for the default limits.') }),
})

export const allowanceForm = defineForm(allowances, {
  list: 'allowances',
  summary: 'The calls that count against rate limits.',
  schema: z
    .strictObject({
      operation: z.string(),
      caller: z.string(),
      limit: count,
      calls: z.array(time).describe('When each call that counts against the limit was made, oldest first.'),
      guessed: z.boolean().describe('True if a tester set it before the first call.'),
    })
    .refine(({ limit, calls }) => calls.length <= limit, { error: 'has more calls than its limit' }),
  written: (window: Window) => ({ ...window, calls: writtenCalls(window) }),
})

export const contactForm = defineForm(changedContacts, {
  list: 'contacts.changed',
  summary: 'The contacts that differ from the fixtures.',
  schema: contactSchema,
})

export const removedContactForm = defineForm(removedContacts, {
  list: 'contacts.removed',
  summary: 'The numbers of removed fixture contacts.',
  schema: z.string(),
})

export const formerContactForm = defineForm(formerContacts, {
  list: 'contacts.former',
  summary: "The contacts' previous versions.",
  schema: z.strictObject({ number: z.string(), versions: z.array(z.strictObject({ contact: contactSchema.nullable(), until: time })) }),
})
