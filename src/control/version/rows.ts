/** The control row for Standin's version, settings and capabilities. */
import { z } from 'zod'
import { jobs, operations } from '../../service/areas/index.ts'
import { effects } from '../../service/failures/effects.ts'
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'

const names = z.array(z.string())

const version = defineControl('control.version', 'GET /_standin/version', {
  world: 'none',
  summary: "Standin's version, settings and capabilities",
  replies: {
    200: reply.json(
      z.object({
        name: z.literal('standin').describe("The package's name."),
        version: z.string().describe("The package's version."),
        dialect: z.string().describe('The dialect: spec or live.'),
        pace: z.string().describe("The service's pace, which determines how long its steps take."),
        clock: z.enum(['real', 'frozen']).describe('The initial state of clocks: running (real) or stopped (frozen).'),
        seed: z.number().describe('The seed for all random values.'),
        capabilities: z
          .object({
            operations: names.describe("The service's operations."),
            jobs: names.describe('The jobs that the service runs.'),
            effects: names.describe('The effects that scenarios can use.'),
            control: names.describe("The control interface's rows."),
          })
          .describe("This version's operations, jobs, effects and control rows."),
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
