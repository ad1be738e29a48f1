/** Which events are asked for, once their query is known to be valid. Source: events §6. */
import { type EventName, eventNames, eventType } from './cloud-event.ts'
import type { EventsQuery } from './event.ts'

const [standard, most] = [50, 1000]

export function pageSize(size = ''): number {
  const wanted = Number(size)
  return wanted < 1 ? standard : Math.min(wanted, most)
}

/** The names that any of the patterns covers; undefined where there is no pattern. Each is tried once, however many events there are. */
export function wantedNames(patterns: EventsQuery['type']): ReadonlySet<EventName> | undefined {
  if (!patterns) return undefined
  return new Set(eventNames.filter((name) => patterns.some((pattern) => isLike(eventType(name), pattern))))
}

/** As SQL compares: `%` stands for anything, `_` for one character. Goes back to the last `%` only, so that no pattern takes long. */
export function isLike(text: string, pattern: string): boolean {
  let [at, place] = [0, 0]
  let retry: { at: number; readonly place: number } | undefined
  while (at < text.length) {
    const sign = pattern[place]
    if (sign === '%') retry = { at, place: ++place }
    else if (sign === '_' || (sign !== undefined && sign === text[at])) [at, place] = [at + 1, place + 1]
    else if (retry) [at, place] = [++retry.at, retry.place]
    else return false
  }
  while (pattern[place] === '%') place++
  return place === pattern.length
}

/** The query of the page after an event: what was asked, with colons as they are. */
export function nextQuery(after: string, { resource, subject, type = [], size }: EventsQuery): string {
  const others = [['resource', resource], ['subject', subject], ...type.map((each) => ['type', each]), ['size', size]]
  const written = others.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed()).replaceAll('%3A', ':')}`],
  )
  return [`after=${after}`, ...written].join('&')
}
