/** The schema of the CloudEvents of the broker. Source: events §2. */
import { z } from 'zod'
import { type CloudEvent, eventRoles } from './cloud-event.ts'

export const cloudEventSchema = z.object({
  specversion: z.literal('1.0').describe('The version of CloudEvents.'),
  id: z.guid().describe('The id of the event. Copies have the same one.'),
  type: z.string().describe('The event type, such as no.altinn.broker.published.'),
  time: z.iso.datetime().describe('When the event was published.'),
  resource: z.string().describe('The URN of the resource.'),
  resourceinstance: z.guid().describe('The id of the file transfer.'),
  subject: z.string().describe('The URN of the organization that the event is for.'),
  source: z.string().describe('The address of the file transfers of the service.'),
  datacontenttype: z.literal('application/json').describe('The form of data.'),
  data: z
    .object({ Role: z.enum(eventRoles).describe('Whether the subject is the sender or a recipient.') })
    .describe('What the event says about its subject.'),
}) satisfies z.ZodType<CloudEvent>
