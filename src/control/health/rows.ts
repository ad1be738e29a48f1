/** Control rows for health and readiness. */
import { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'
import { createAttendant } from '../serving/attend.ts'

export const health = defineControl('control.health', 'GET /_standin/health', {
  world: 'none',
  waitsForKept: false,
  summary: "The server's health",
  replies: {
    200: reply.json(
      z.object({
        status: z.literal('ok').describe('Always ok.'),
        fault: z.string().optional().describe('The problem with the store, if there is one.'),
        instance: z.string().optional().describe("The server's name."),
      }),
    ),
  },

  handle(_, { simulator, reply: answer }) {
    const { instance } = simulator.settings
    const fault = simulator.worldStore?.fault()
    return answer(200, { status: 'ok', ...(fault !== undefined && { fault }), ...(instance !== undefined && { instance }) })
  },
})

export const ready = defineControl('control.ready', 'GET /_standin/ready', {
  world: 'none',
  waitsForKept: false,
  summary: 'True once everything is loaded',
  replies: { 200: reply.json(z.object({ ready: z.literal(true).describe('Always true.') })) },

  async handle(_, { simulator, reply: answer }) {
    const fault = simulator.worldStore?.fault()
    if (fault !== undefined) throw new Misuse(fault, undefined, 503)
    try {
      // Rejects immediately if loading has failed.
      await Promise.race([simulator.ready(), Promise.resolve()])
    } catch (thrown) {
      throw thrown instanceof Misuse ? new Misuse(thrown.message, undefined, 503) : thrown
    }
    if (simulator.ready() !== undefined) throw new Misuse('Standin is still loading. Try again.', undefined, 503)
    return answer(200, { ready: true })
  },
})

export const healthRows = [health, ready] as const

/** Answers only calls to these rows. */
export const attend = createAttendant(healthRows)
