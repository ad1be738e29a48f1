/** Says which version of Standin runs, how it is set up, and what it can do. */
import { z } from 'zod'
import { jobs, operations } from '../../service/areas/index.ts'
import { effects } from '../../service/failures/effects.ts'
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'

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
        name: z.literal('standin').describe('The name of the package.'),
        version: z.string().describe('The version of the package.'),
        dialect: z.string().describe('The dialect: spec or live.'),
        pace: z.string().describe('How long the service takes for its steps.'),
        clock: z.enum(['real', 'frozen']).describe('Whether clocks run or stand at the start.'),
        seed: z.number().describe('The number that decides what is random.'),
        capabilities: z
          .object({
            operations: names.describe('The operations of the service.'),
            jobs: names.describe('What the service does by itself.'),
            effects: names.describe('The ways to fail.'),
            control: names.describe('The rows of the control interface.'),
          })
          .describe('What this version knows.'),
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
