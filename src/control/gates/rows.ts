/** Control rows for gates. */
import { z } from 'zod'
import { durationOption, milliseconds } from '../../service/failures/effects.ts'
import { anyName, Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { gatePlaces } from '../../service/world/scenario.ts'
import { type ControlContext, defineControl, numberOf, optionalJson } from '../rows/row.ts'
import type { WorldKnobs } from '../simulator.ts'

export const gateReply = z.object({
  operation: z.string().describe('The operation with the gate.'),
  at: z.enum(gatePlaces).describe("The gate's position: before a call's work, or after it and before the reply."),
  standing: z.int().describe('The number of held calls.'),
  calls: z
    .array(
      z.object({
        id: z.string().describe("The id that the call's journal line will have."),
        method: z.string().describe('The HTTP method.'),
        path: z.string().describe("The call's path."),
      }),
    )
    .describe('The held calls in order of arrival.'),
})

export const gatesReply = z.object({ gates: z.array(gateReply).describe("The world's gates.") })

const completes = { operation: 'operations' } as const
const group = { name: 'gates', summary: 'Hold calls to an operation, and release them in any order' } as const

/** A line for each call, or a single line for a gate without calls. */
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

const listGates = defineControl('control.listGates', 'GET /_standin/gates', {
  summary: 'The gates and the calls held at them',
  replies: { 200: reply.json(gatesReply) },
  command: {
    group,
    name: 'list',
    summary: 'List the gates and the calls held at them',
    byDefault: true,
    list: 'gates',
    ...inLines,
  },

  handle: (_, { knobs, reply: answer }) => answer(200, { gates: [...knobs.gates()] }),
})

const byPlace = z.object({
  operation: z.string().describe('The operation with the gate, such as notifications.createOrder.'),
  at: z.enum(gatePlaces).describe("The gate's position: before-work, or after-work (before the reply)."),
})

type Gate = ReturnType<WorldKnobs['gates']>[number]

/** Throws {@link Misuse} if the gate does not exist. */
function gateAt(knobs: WorldKnobs, { operation, at }: z.output<typeof byPlace>): Gate {
  const all = knobs.gates()
  const standing = all.find((gate) => gate.operation === operation && gate.at === at)
  if (standing) return standing
  throw new Misuse(
    `There is no gate at ${JSON.stringify(operation.slice(0, 100))}, ${at}.`,
    all.map((gate) => `${gate.operation} ${gate.at}`),
    404,
  )
}

const showGate = defineControl('control.showGate', 'GET /_standin/gates/{operation}/{at}', {
  summary: 'A gate and the calls held at it; with `arrived`, waits until that many calls are held',
  request: {
    params: byPlace,
    query: z.object({
      arrived: numberOf('calls', 1, 1_000).optional().describe('Wait until this many calls are held at the gate.'),
      within: durationOption().optional().describe('The maximum wait in real time. Default: 30s.'),
    }),
  },
  replies: { 200: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' }, query: { arrived: '2', within: '10s' } },
  command: {
    group,
    completes,
    name: 'wait',
    summary: 'Wait until calls are held at a gate',
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

/** Rejects on timeout, or if the client disconnects, the gate is closed, or the simulator releases all calls. */
async function arrival(
  gate: Gate,
  calls: number,
  within: string,
  { simulator, call }: Pick<ControlContext, 'simulator' | 'call'>,
): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const late = simulator.pause(milliseconds(within), AbortSignal.any([call.signal, signal])).then(() => {
    const are = gate.standing === 1 ? '1 call is held' : `${gate.standing} calls are held`
    throw new Misuse(`After ${within}, ${are} at ${gate.operation}, ${gate.at}, but ${calls} were expected.`, undefined, 408)
  })
  try {
    await Promise.race([gate.arrived(calls, { signal }), late])
  } finally {
    over.abort()
  }
}

const putGate = defineControl('control.putGate', 'PUT /_standin/gates/{operation}/{at}', {
  world: 'made',
  summary: 'Hold calls to an operation before or after their work until they are released. An existing gate stays unchanged',
  request: { params: byPlace },
  replies: { 200: reply.json(gateReply), 201: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' } },
  command: {
    group,
    completes,
    name: 'put',
    summary: 'Hold calls to an operation from now on',
    ...atPlace,
    examples: [['standin gates put fileTransfer.download --at after-work', 'Hold downloads after their work, before the reply']],
    ...inLines,
  },

  handle({ params: { operation, at } }, { knobs, reply: answer }) {
    const there = knobs.gates().find((gate) => gate.operation === operation && gate.at === at)
    return there ? answer(200, there) : answer(201, knobs.gate(anyName(operation), { at }))
  },
})

const request = z.strictObject({
  calls: z.int().min(1).optional().describe('The number of calls to release, in order of arrival. Default: all.'),
  order: z
    .array(z.int().min(0))
    .optional()
    .describe("The calls' positions, starting at 0, in the order in which to release them. 1,0 releases the second call, then the first."),
})

const releaseGate = defineControl('control.releaseGate', 'POST /_standin/gates/{operation}/{at}/release', {
  summary: 'Release calls that are held at a gate, in any order',
  request: { params: byPlace, body: optionalJson(request) },
  replies: { 200: reply.json(gateReply) },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' }, body: { order: [1, 0] } },
  command: {
    group,
    completes,
    name: 'release',
    summary: 'Release all or some of the held calls, in any order',
    ...atPlace,
    examples: [['standin gates release notifications.createOrder --order 1,0', 'Let the second call overtake the first']],
    ...inLines,
  },

  handle({ params, body }, { knobs, reply: answer }) {
    const gate = gateAt(knobs, params)
    gate.release(body?.calls, body?.order)
    return answer(200, gate)
  },
})

const removeGate = defineControl('control.removeGate', 'DELETE /_standin/gates/{operation}/{at}', {
  summary: 'Release all calls held at a gate, and remove the gate',
  request: { params: byPlace },
  example: { params: { operation: 'notifications.createOrder', at: 'before-work' } },
  command: {
    group,
    completes,
    name: 'remove',
    summary: 'Release all held calls, and remove the gate',
    ...atPlace,
    said: 'Removed the gate at {operation}, {at}.',
  },

  handle: ({ params }, { knobs, done }) => done(gateAt(knobs, params).close()),
})

export const gatesRows = [listGates, showGate, putGate, releaseGate, removeGate] as const
