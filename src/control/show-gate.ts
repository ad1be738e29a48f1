/** Shows a gate, at once or when enough calls stand at it. */
import { z } from 'zod'
import { gateReply } from '../control-replies/gates.ts'
import { durationOption, milliseconds } from '../effects/options/duration-option.ts'
import { Misuse } from '../misuse.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'
import { gatePlaces } from '../state/scenario/gate-places.ts'
import type { Call } from '../wire/http/call.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const byPlace = z.object({
  operation: z.string().describe('The operation whose calls the gate stops.'),
  at: z.enum(gatePlaces).describe('Where it stops them: before their work, or after it and before the reply.'),
})

export type Gate = ReturnType<WorldKnobs['gates']>[number]

/** Throws {@link Misuse} where no gate stands. */
export function gateAt(knobs: WorldKnobs, { operation, at }: z.output<typeof byPlace>): Gate {
  const all = knobs.gates()
  const found = all.find((gate) => gate.operation === operation && gate.at === at)
  if (found) return found
  throw new Misuse(
    `No gate stands at ${JSON.stringify(operation.slice(0, 100))}, ${at}.`,
    all.map((gate) => `${gate.operation} ${gate.at}`),
    404,
  )
}

const most = 1_000

export const showGate = defineControl({
  id: 'control.showGate',
  summary: 'A gate with the calls that stand at it; with `arrived`, when so many stand there',
  request: {
    params: byPlace,
    query: z.object({
      arrived: z
        .string()
        .refine((text) => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= most, {
          error: 'is not a number of calls',
          params: { choices: [`1 to ${most}`] },
        })
        .meta({ type: 'integer', minimum: 1, maximum: most })
        .optional()
        .describe('Wait until so many calls stand at the gate.'),
      within: durationOption().optional().describe('How long to wait, in real time; 30s when absent.'),
    }),
  },
  replies: { 200: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' }, query: { arrived: '2', within: '10s' } },

  async handle({ params, query: { arrived, within = '30s' } }, { knobs, simulator, call, reply: answer }) {
    const gate = gateAt(knobs, params)
    if (arrived !== undefined) await arrival(gate, Number(arrived), within, { simulator, call })
    return answer(200, gate)
  },
})

interface Waiting {
  readonly simulator: Simulator
  readonly call: Call
}

/** Rejects when the time is over, the client leaves, the gate is closed, or the simulator lets go of calls. */
async function arrival(gate: Gate, calls: number, within: string, { simulator, call }: Waiting): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const late = simulator.pause(milliseconds(within), AbortSignal.any([call.signal, signal])).then(() => {
    const are = gate.standing === 1 ? '1 call stands' : `${gate.standing} calls stand`
    throw new Misuse(`After ${within}, ${are} at ${gate.operation}, ${gate.at}, and not ${calls}.`, undefined, 408)
  })
  try {
    await Promise.race([gate.arrived(calls, { signal }), late])
  } finally {
    over.abort()
  }
}
