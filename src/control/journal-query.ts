/** What a journal is asked for: which lines. */
import { z } from 'zod'
import type { LineFilter } from '../knobs/journal-filter.ts'
import { Misuse } from '../misuse.ts'
import { readTimestamp } from '../wire/values/timestamp.ts'

export const statusForm = /^[1-5](?:\d\d|xx)$/i

export const lineFilter = z.object({
  operation: z.string().optional().describe('An operation or an area; with `jobs=true` a job or an area.'),
  status: z.string().regex(statusForm, 'A status such as 404 or 4xx is expected').optional(),
  code: z.string().optional(),
  scenario: z.string().optional(),
  jobs: z.enum(['true', 'false']).optional().describe('The jobs instead of the calls.'),
})

export function filterOf({ jobs, ...filter }: z.output<typeof lineFilter>): LineFilter {
  return { ...filter, jobs: jobs === 'true' }
}

/** A line's id, or a time in milliseconds since 1970. */
export function readSince(place: string, since: string | undefined): string | number | undefined {
  if (since === undefined || /^[\d.+]+$/.test(since)) return since
  const time = readTimestamp(since)
  if (!time)
    throw new Misuse(`${place}: ${JSON.stringify(since.slice(0, 100))} is neither a line's id nor a time such as 2026-06-01T10:00:00Z.`)
  return time.at
}
