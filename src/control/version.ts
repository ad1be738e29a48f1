/** Says which version of Standin runs, how it is set up, and what it can do. */
import { z } from 'zod'
import { operations } from '../areas/index.ts'
import { jobs } from '../areas/jobs.ts'
import { effects } from '../effects/index.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const names = z.array(z.string())

const version = defineControl({
  id: 'control.version',
  method: 'GET',
  path: '/_standin/version',
  world: 'none',
  summary: 'Which version of Standin runs, how it is set up, and what it can do',
  request: {},
  replies: {
    200: reply.json(
      z.object({
        name: z.literal('standin'),
        version: z.string(),
        dialect: z.string(),
        pace: z.string(),
        clock: z.enum(['real', 'frozen']),
        seed: z.number(),
        capabilities: z.object({ operations: names, jobs: names, effects: names, control: names }),
      }),
    ),
  },

  handle(_, { simulator, rows, reply: answer }) {
    const { dialect, pace, clock, seed } = simulator.settings
    return answer(200, {
      name: 'standin',
      version: simulator.version,
      dialect,
      pace,
      clock,
      seed,
      capabilities: { operations: idsOf(operations), jobs: idsOf(jobs), effects: Object.keys(effects), control: idsOf(rows) },
    })
  },
})

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

export const versionRows = [version] as const
