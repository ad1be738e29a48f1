/** The query by which callers of control rows filter the journal. */
import { z } from 'zod'
import type { WorldKnobs } from '../knobs/index.ts'
import type { LineFilter } from '../knobs/journal/filter.ts'
import { statusForm } from '../knobs/journal/where.ts'

export const lineFilter = z.object({
  operation: z.string().optional().describe('An operation or an area; with `jobs=true` a job or an area.'),
  status: z.string().regex(statusForm, 'A status such as 404 or 4xx is expected').optional(),
  code: z.string().optional(),
  scenario: z.string().optional(),
  jobs: z.enum(['true', 'false']).optional().describe('The jobs instead of the calls.'),
})

/** Throws `Misuse` for a scenario that does not exist and that no line names: its lines would just seem to be missing. */
export async function demandScenario({ journal, scenarios }: WorldKnobs, name: string | undefined): Promise<void> {
  if (name === undefined) return
  const isNamed = [false, true].some((jobs) => journal.list({ scenario: name, jobs, limit: 1 }).total > 0)
  if (!isNamed) await scenarios.find(name)
}

export function filterOf({ jobs, ...filter }: z.output<typeof lineFilter>): LineFilter {
  return { ...filter, jobs: jobs === 'true' }
}
