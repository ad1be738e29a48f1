/** The query by which callers of control rows filter the journal. */
import { z } from 'zod'
import type { LineFilter } from '../knobs/journal/filter.ts'
import { statusForm } from '../knobs/journal/where.ts'

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
