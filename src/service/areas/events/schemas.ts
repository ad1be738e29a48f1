/** The schemas of requests and replies of the events area, and an example of each request body. Source: events §2, §4, §6. */
import { z } from 'zod'
import { isReadableUri } from '../../wire/uri.ts'

const resourceRequired = 'The resource field is required.'
const integer = /^\s*[+-]?\d{1,10}\s*$/
const isInteger = (text: string) => integer.test(text) && Math.abs(Number(text)) < 2 ** 31

/** Other missing parameters have refusals of their own. */
export const eventsQuery = z.object({
  resource: z.string({ error: resourceRequired }).regex(/\S/, { error: resourceRequired }),
  after: z.string().optional().describe('The id of an event, or 0 for the beginning. The page has the events after it.'),
  subject: z.string().optional(),
  type: z
    .array(z.string())
    .optional()
    .describe('Patterns of event types. One of them must match. % stands for any text, _ for one character.'),
  size: z
    .string()
    .refine((text) => text === '' || isInteger(text), { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .optional()
    .meta({ type: 'integer', format: 'int32' }),
})

export const eventsHeaders = z.object({ 'altinn-alternativesubject': z.string().optional() })

/** A CloudEvent: those of the broker have all of these members, others only some, and members of their own. Source: events §2, §6.1. */
export const cloudEventSchema = z
  .looseObject({
    specversion: z.literal('1.0').describe('The version of CloudEvents.'),
    id: z.string().describe('The id of the event. Copies have the same one.'),
    type: z.string().describe('The event type, such as no.altinn.broker.published.'),
    time: z.string().optional().describe('When the event was published.'),
    resource: z.string().describe('The URN of the resource.'),
    resourceinstance: z.string().optional().describe('The id of the file transfer; in events of others, what their publisher says.'),
    subject: z.string().optional().describe('Whom the event is for: in events of the broker, the URN of an organization.'),
    source: z.string().describe('The address of the file transfers of the service; in events of others, what their publisher says.'),
    datacontenttype: z.string().optional().describe('The form of data.'),
    data: z
      .unknown()
      .optional()
      .describe('What the event says: in events of the broker, whether its subject is the Sender or a Recipient.'),
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
/** The most characters of an address that .NET reads. */
const longestUri = 65_519

const uri = z
  .string()
  .refine((address) => address.length <= longestUri && isReadableUri(address))
  .meta({ format: 'uri' })
  .nullish()

/** Has few constraints: missing or wrong texts have refusals of their own, which `addressRefusal` and `filterRefusal` find. */
export const subscriptionRequest = z
  .object({
    endPoint: uri,
    sourceFilter: uri.describe('The address of an app, /<org>/<app>. Only for the events of apps.'),
    resourceFilter: text,
    subjectFilter: text,
    alternativeSubjectFilter: text,
    typeFilter: text,
    includeSubunits: z.boolean().optional(),
  })
  .meta({ required: ['endPoint'] })
export type SubscriptionRequest = z.output<typeof subscriptionRequest>

/** In the order of the wire. */
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
    .describe('The id of the subscription.'),
})

export const exampleSubscription = {
  endPoint: 'https://hooks.example.org/file-transfers',
  resourceFilter: 'urn:altinn:resource:standin-plain',
  subjectFilter: 'urn:altinn:organization:identifier-no:370916446',
  typeFilter: 'no.altinn.broker.published',
}
