/** The query by which callers of control rows filter the journal. */
import { z } from 'zod'
import type { WorldKnobs } from '../knobs/index.ts'
import { statusForm } from '../knobs/journal/expectation.ts'
import type { LineFilter } from '../knobs/journal/filter.ts'
import { environmentNames } from '../state/agenda.ts'
import { anyName } from '../wire/any-name.ts'

export const lineFilter = z.object({
  operation: z.string().optional().describe('An operation or an area; with `jobs` a job or an area.'),
  status: z.string().regex(statusForm, 'A status such as 404 or 4xx is expected').optional(),
  code: z.string().optional(),
  scenario: z.string().optional(),
  caller: z.string().optional().describe('Only lines of this caller: its code, number or client id.'),
  environment: z.enum(environmentNames).optional().describe('Only lines of this environment.'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only lines with this text in the path, the query, the reason, the data or a body that is kept.'),
  jobs: z.enum(['true', 'false', 'also']).optional().describe('true: the jobs instead of the calls; also: both.'),
})

/** Throws `Misuse` for a scenario that does not exist and that no line names: its lines would just seem to be missing. */
export async function demandScenario({ journal, scenarios }: WorldKnobs, name: string | undefined): Promise<void> {
  if (name === undefined) return
  const scenario = anyName(name)
  const isNamed = journal.list({ scenario, jobs: 'also', limit: 1 }).total > 0
  if (!isNamed) await scenarios.find(scenario)
}

export function filterOf({ jobs, operation, scenario, ...filter }: z.output<typeof lineFilter>): LineFilter {
  return { ...filter, operation: outside(operation), scenario: outside(scenario), jobs: jobs === 'also' ? jobs : jobs === 'true' }
}

const outside = (name: string | undefined) => (name === undefined ? undefined : anyName(name))
