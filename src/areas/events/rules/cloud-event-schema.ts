/** The schema of the CloudEvents of the broker. Source: events §2. */
import { z } from 'zod'
import { type CloudEvent, eventRoles } from './cloud-event.ts'

export const cloudEventSchema = z.object({
  specversion: z.literal('1.0'),
  id: z.guid(),
  type: z.string(),
  time: z.iso.datetime(),
  resource: z.string(),
  resourceinstance: z.guid(),
  subject: z.string(),
  source: z.string(),
  datacontenttype: z.literal('application/json'),
  data: z.object({ Role: z.enum(eventRoles) }),
}) satisfies z.ZodType<CloudEvent>
