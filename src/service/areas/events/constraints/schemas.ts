/** The events area's request and reply schemas, with an example for each request body. Source: events §2, §4, §6. */
import { z } from 'zod'
import { isReadableUri } from '../../../wire/uri.ts'

const resourceRequired = 'The resource field is required.'
const integer = /^\s*[+-]?\d{1,10}\s*$/
const isInteger = (text: string) => integer.test(text) && Math.abs(Number(text)) < 2 ** 31

/** Other parameters have their own refusals if they are missing. */
export const eventsQuery = z.object({
  resource: z.string({ error: resourceRequired }).regex(/\S/, { error: resourceRequired }),
  after: z.string().optional().describe('The id of an event, or 0 for the beginning. The page contains the events after it.'),
  subject: z.string().optional(),
  type: z.array(z.string()).optional().describe('Event type patterns, one of which must match. % matches any text, _ a single character.'),
  size: z
    .string()
    .refine((text) => text === '' || isInteger(text), { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .optional()
    .meta({ type: 'integer', format: 'int32' }),
})

export const eventsHeaders = z.object({ 'altinn-alternativesubject': z.string().optional() })

/**
 * A CloudEvent. Broker events have all of these members; other events have some of them and possibly additional ones. Source: events §2,
 * §6.1.
 */
export const cloudEventSchema = z
  .looseObject({
    specversion: z.literal('1.0').describe('The CloudEvents version.'),
    id: z.string().describe('The event id. Copies have the same id.'),
    type: z.string().describe('The event type, such as no.altinn.broker.published.'),
    time: z.string().optional().describe('When the event was published.'),
    resource: z.string().describe("The resource's URN."),
    resourceinstance: z.string().optional().describe("The file transfer id. In other events: the publisher's value."),
    subject: z.string().optional().describe("The event subject. In broker events: an organization's URN."),
    source: z.string().describe("The URL of the service's file transfers. In other events: the publisher's value."),
    datacontenttype: z.string().optional().describe('The media type of data.'),
    data: z.unknown().optional().describe("The payload. In broker events: the subject's role, Sender or Recipient."),
  })
  .meta({ title: 'CloudEvent' })
export type CloudEvent = z.output<typeof cloudEventSchema>

export const eventsReply = z.array(cloudEventSchema)

export const exampleEvent = {
  specversion: '1.0',
  id: 'e0f8c4f2-54d8-4f5b-8c4e-0d2a3a9d9f10',
  source: 'https://example.org/cases/42',
  type: 'org.example.case.closed',
  time: '2026-11-01T10:00:00Z',
  subject: 'urn:altinn:organization:identifier-no:370916446',
  resource: 'urn:altinn:resource:standin-plain',
  data: { outcome: 'granted' },
}

const text = z.string().nullish()
/** The longest URI that .NET parses, in characters. */
const longestUri = 65_519

const uri = z
  .string()
  .refine((address) => address.length <= longestUri && isReadableUri(address))
  .meta({ format: 'uri' })
  .nullish()

/** Has few constraints, because `addressRefusal` and `filterRefusal` check for missing or invalid values. */
export const subscriptionRequest = z
  .object({
    endPoint: uri,
    sourceFilter: uri.describe('An app URL: /<org>/<app>. Only for app events.'),
    resourceFilter: text,
    subjectFilter: text,
    alternativeSubjectFilter: text,
    typeFilter: text,
    includeSubunits: z.boolean().optional(),
  })
  .meta({ required: ['endPoint'] })
export type SubscriptionRequest = z.output<typeof subscriptionRequest>

/** In wire order. */
export const subscriptionReply = z.object({
  id: z.int(),
  endPoint: z.string(),
  sourceFilter: z.string().optional(),
  resourceFilter: z.string(),
  subjectFilter: z.string().optional(),
  typeFilter: z.string().optional(),
  consumer: z.string(),
  createdBy: z.string(),
  created: z.iso.datetime(),
  validated: z.boolean(),
  includeSubunits: z.boolean(),
})
export type SubscriptionReply = z.output<typeof subscriptionReply>

export const subscriptionsReply = z.object({ count: z.int(), subscriptions: z.array(subscriptionReply) })

const isId = (written: string) => /^[+-]?\d{1,10}$/.test(written) && Math.abs(Number(written)) < 2 ** 31

export const bySubscriptionId = z.object({
  id: z
    .string()
    .refine(isId, { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .meta({ type: 'integer', format: 'int32' })
    .describe('The subscription id.'),
})

export const exampleSubscription = {
  endPoint: 'https://hooks.example.org/file-transfers',
  resourceFilter: 'urn:altinn:resource:standin-plain',
  subjectFilter: 'urn:altinn:organization:identifier-no:370916446',
  typeFilter: 'no.altinn.broker.published',
}
