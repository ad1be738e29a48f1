/** The query by which clients poll events, and the events in the reply. Source: events §6. */
import { z } from 'zod'
import { type CloudEvent, type EventName, eventNames, eventRoles, eventType } from './cloud-event.ts'

const required = 'The resource field is required.'
const integer = /^\s*[+-]?\d{1,10}\s*$/
const isInteger = (text: string) => integer.test(text) && Math.abs(Number(text)) < 2 ** 31

/** Other missing parameters have refusals of their own. */
export const eventsQuery = z.object({
  resource: z.string({ error: required }).regex(/\S/, { error: required }),
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
type EventsQuery = z.output<typeof eventsQuery>

export const eventsHeaders = z.object({ 'altinn-alternativesubject': z.string().optional() })

/** The CloudEvents of the broker. Source: events §2. */
export const cloudEventSchema = z
  .object({
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
  })
  .meta({ title: 'CloudEvent' }) satisfies z.ZodType<CloudEvent>

export const eventsReply = z.array(cloudEventSchema)

const [defaultSize, largestSize] = [50, 1000]

export function pageSize(size = ''): number {
  const wanted = Number(size)
  return wanted < 1 ? defaultSize : Math.min(wanted, largestSize)
}

/** The event names that match one of the patterns; undefined without patterns. The cost does not depend on the number of events. */
export function wantedNames(patterns: EventsQuery['type']): ReadonlySet<EventName> | undefined {
  if (!patterns) return undefined
  return new Set(eventNames.filter((name) => patterns.some((pattern) => isLike(eventType(name), pattern))))
}

/**
 * Whether a text matches a pattern of SQL's LIKE: `%` stands for any text, `_` for one character. Goes back to the last `%` only, so that
 * no pattern takes long.
 */
export function isLike(text: string, pattern: string): boolean {
  let [at, patternAt] = [0, 0]
  let retry: { at: number; readonly place: number } | undefined
  while (at < text.length) {
    const sign = pattern[patternAt]
    if (sign === '%') retry = { at, place: ++patternAt }
    else if (sign === '_' || (sign !== undefined && sign === text[at])) [at, patternAt] = [at + 1, patternAt + 1]
    else if (retry) [at, patternAt] = [++retry.at, retry.place]
    else return false
  }
  while (pattern[patternAt] === '%') patternAt++
  return patternAt === pattern.length
}

/** The query of the next page: the same query after another event, with colons unencoded. */
export function nextQuery(after: string, { resource, subject, type = [], size }: EventsQuery): string {
  const others = [['resource', resource], ['subject', subject], ...type.map((each) => ['type', each]), ['size', size]]
  const written = others.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed()).replaceAll('%3A', ':')}`],
  )
  return [`after=${after}`, ...written].join('&')
}
