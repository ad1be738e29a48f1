/** Gates that stop the calls of an operation. */
import { z } from 'zod'
import { durationOption, milliseconds } from '../../service/failures/effect.ts'
import type { Call } from '../../service/wire/call.ts'
import { anyName, Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { gatePlaces } from '../../service/world/scenario.ts'
import { defineControl, numberOf, optionalJson } from '../rows/row.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'

export const gateReply = z.object({
  operation: z.string().describe('The operation whose calls it stops.'),
  at: z.enum(gatePlaces).describe('Where it stops them: before their work, or after it and before the reply.'),
  standing: z.int().describe('How many calls stand there.'),
  calls: z
    .array(
      z.object({
        id: z.string().describe('The id of its line in the journal, which is there when the call has ended.'),
        method: z.string().describe('Its method.'),
        path: z.string().describe('Its path.'),
      }),
    )
    .describe('The calls that stand there, in the order of their arrival.'),
})

export const gatesReply = z.object({ gates: z.array(gateReply).describe('The gates that stand in the world.') })

const completes = { operation: 'operations' } as const
const group = { name: 'gates', summary: 'Stop calls of an operation, and let them go on in an order' } as const

/** A line for each call, and one for a gate without calls. */
const inLines = {
  lines: 'calls',
  columns: [
    ['OPERATION', '{operation}'],
    ['AT', '{at}'],
    ['POSITION', '{#}'],
    ['CALL', '{calls.id}'],
    ['', '[{calls.method} {calls.path}]'],
  ],
} as const
const atPlace = { words: ['operation'], fallbacks: { at: 'before-work' } } as const

const listGates = defineControl({
  id: 'control.listGates',
  method: 'GET',
  path: '/_standin/gates',
  summary: 'The gates that stand, with the calls that stand at them',
  request: {},
  replies: { 200: reply.json(gatesReply) },
  command: {
    group,
    name: 'list',
    summary: 'List the gates, with the calls that stand at them',
    byDefault: true,
    list: 'gates',
    ...inLines,
  },

  handle: (_, { knobs, reply: answer }) => answer(200, { gates: [...knobs.gates()] }),
})

const byPlace = z.object({
  operation: z.string().describe('The operation whose calls the gate stops, such as notifications.createOrder.'),
  at: z.enum(gatePlaces).describe('Where it stops them: before-work, or after-work and before the reply.'),
})

type Gate = ReturnType<WorldKnobs['gates']>[number]

/** Throws {@link Misuse} where no gate stands. */
function gateAt(knobs: WorldKnobs, { operation, at }: z.output<typeof byPlace>): Gate {
  const all = knobs.gates()
  const standing = all.find((gate) => gate.operation === operation && gate.at === at)
  if (standing) return standing
  throw new Misuse(
    `No gate stands at ${JSON.stringify(operation.slice(0, 100))}, ${at}.`,
    all.map((gate) => `${gate.operation} ${gate.at}`),
    404,
  )
}

const showGate = defineControl({
  id: 'control.showGate',
  method: 'GET',
  path: '/_standin/gates/{operation}/{at}',
  summary: 'A gate with the calls that stand at it; with `arrived`, when so many stand there',
  request: {
    params: byPlace,
    query: z.object({
      arrived: numberOf('calls', 1, 1_000).optional().describe('Wait until so many calls stand at the gate.'),
      within: durationOption().optional().describe('How long to wait, in real time; 30s when absent.'),
    }),
  },
  replies: { 200: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' }, query: { arrived: '2', within: '10s' } },
  command: {
    group,
    completes,
    name: 'wait',
    summary: 'Wait until calls stand at a gate',
    words: ['operation'],
    fallbacks: { at: 'before-work', arrived: 1, within: '30s' },
    ...inLines,
  },

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

const putGate = defineControl({
  id: 'control.putGate',
  method: 'PUT',
  path: '/_standin/gates/{operation}/{at}',
  world: 'made',
  summary: 'Stop the calls of an operation, before or after their work, until they are released; a gate that stands there stays as it is',
  request: { params: byPlace },
  replies: { 200: reply.json(gateReply), 201: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' } },
  command: {
    group,
    completes,
    name: 'put',
    summary: 'Stop the calls of an operation from now on',
    ...atPlace,
    examples: [['standin gates put fileTransfer.download --at after-work', 'Downloads stand when their work is done']],
    ...inLines,
  },

  handle({ params: { operation, at } }, { knobs, reply: answer }) {
    const there = knobs.gates().find((gate) => gate.operation === operation && gate.at === at)
    return there ? answer(200, there) : answer(201, knobs.gate(anyName(operation), { at }))
  },
})

const request = z.strictObject({
  calls: z.int().min(1).optional().describe('How many go on, in the order of their arrival; all when absent.'),
  order: z
    .array(z.int().min(0))
    .optional()
    .describe('Their positions, counted from 0, in the order in which they go on. 1,0: the second, then the first.'),
})

const releaseGate = defineControl({
  id: 'control.releaseGate',
  method: 'POST',
  path: '/_standin/gates/{operation}/{at}/release',
  summary: 'Let calls that stand at a gate go on, in an order',
  request: { params: byPlace, body: optionalJson(request) },
  replies: { 200: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' }, body: { order: [1, 0] } },
  command: {
    group,
    completes,
    name: 'release',
    summary: 'Let calls go on: all, some, or some in another order',
    ...atPlace,
    examples: [['standin gates release notifications.createOrder --order 1,0', 'The second call overtakes the first']],
    ...inLines,
  },

  handle({ params, body }, { knobs, reply: answer }) {
    const gate = gateAt(knobs, params)
    gate.release(body?.calls, body?.order)
    return answer(200, gate)
  },
})

const removeGate = defineControl({
  id: 'control.removeGate',
  method: 'DELETE',
  path: '/_standin/gates/{operation}/{at}',
  summary: 'Let all calls that stand at a gate go on, and stop no more',
  request: { params: byPlace },
  replies: { 204: reply.empty() },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' } },
  command: {
    group,
    completes,
    name: 'remove',
    summary: 'Let all calls go on, and stop no more',
    ...atPlace,
    said: 'The gate at {operation}, {at}, is gone.',
  },

  handle: ({ params }, { knobs, done }) => done(gateAt(knobs, params).close()),
})

export const gatesRows = [listGates, showGate, putGate, releaseGate, removeGate] as const
