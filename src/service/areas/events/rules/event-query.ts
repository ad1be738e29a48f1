/** The query by which clients poll events, and the events in the reply. Source: events §6. */
import { z } from 'zod'
import { getOrCreate } from '../../../wire/when-needed.ts'

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

const [defaultSize, largestSize] = [50, 1000]

export function pageSize(size = ''): number {
  const wanted = Number(size)
  return wanted < 1 ? defaultSize : Math.min(wanted, largestSize)
}

/** Whether one of the patterns matches a type; undefined without patterns. Each type is compared once. */
export function typeFilter(patterns: EventsQuery['type']): ((type: string) => boolean) | undefined {
  if (!patterns) return undefined
  const compared = new Map<string, boolean>()
  return (type) => getOrCreate(compared, type, () => patterns.some((pattern) => isLike(type, pattern)))
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

/**
 * The address of the next page: the whole query after another event, percent-decoded. Values of one name in any case stand together, under
 * its last spelling. Source: events §6.
 */
export function nextAddress(address: string, path: string, query: string, after: string, subject?: string | null): string {
  const named = new Map<string, { name: string; readonly values: string[] }>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? []
    const entry = getOrCreate(named, decodePlus(name).toLowerCase(), () => ({ name: '', values: [] }))
    entry.name = decodePlus(name)
    entry.values.push(decodePlus(value))
  }
  const others = [...named.values()].filter(({ name }) => name !== 'after')
  const written = others.flatMap(({ name, values }) => values.map((value) => `&${name}=${value}`))
  return `${address}${percentDecoded(path)}?after=${after}${written.join('')}${subject === undefined ? '' : `&subject=${subject ?? ''}`}`
}

const decodePlus = (text: string) => percentDecoded(text.replaceAll('+', ' '))

/** One character of 1 to 4 bytes of UTF-8. */
const encodedCharacter = /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi

/** Bytes that are not UTF-8 stay encoded. */
const percentDecoded = (text: string) =>
  text.replace(encodedCharacter, (character) => {
    try {
      return decodeURIComponent(character)
    } catch {
      return character
    }
  })

/** Whether a header can hold a text. */
export const fitsHeader = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
