/** What is said about events. Source: events §3, §6. */
import { z } from 'zod'

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
  data: z.object({ Role: z.enum(['Sender', 'Recipient']) }),
})
export type CloudEvent = z.output<typeof cloudEventSchema>

export const eventsReply = z.array(cloudEventSchema)

const required = 'The resource field is required.'
const integer = /^\s*[+-]?\d{1,10}\s*$/
const isInteger = (text: string) => integer.test(text) && Math.abs(Number(text)) < 2 ** 31

/** What is missing besides the resource is refused in words of its own. */
export const eventsQuery = z.object({
  resource: z.string({ error: required }).regex(/\S/, { error: required }),
  after: z.string().optional().describe('The id of an event; 0: from the beginning.'),
  subject: z.string().optional(),
  type: z.array(z.string()).optional().describe('Any of them; % stands for anything, _ for one character.'),
  size: z
    .string()
    .refine((text) => text === '' || isInteger(text), { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .optional()
    .meta({ format: 'int32' }),
})
export type EventsQuery = z.output<typeof eventsQuery>

export const eventsHeaders = z.object({ 'altinn-alternativesubject': z.string().optional() })
