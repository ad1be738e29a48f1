/** The control row that answers an order's condition. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'

const answers = ['met', 'not-met', 'error', 'slow'] as const

/** In milliseconds of real time. Longer than the service waits for a condition. */
const slowness = 30_000

const answerCondition = defineControl('control.answerCondition', 'GET /_standin/conditions/{answer}', {
  open: true,
  world: 'none',
  recorded: false,
  summary: 'An endpoint to use as a conditionEndpoint, which answers met, not-met, error or slow',
  request: { params: z.object({ answer: z.enum(answers).describe('The answer: met, not-met, error or slow.') }) },
  replies: {
    200: reply.json(z.object({ sendNotification: z.boolean().describe('True if the order is sent.') })),
    500: reply.json(z.object({ message: z.string().describe('The error message.') })),
  },
  example: { params: { answer: 'met' } },

  async handle({ params: { answer: wanted } }, { simulator, call, reply: answer }) {
    if (wanted === 'error') return answer(500, { message: 'This condition always fails.' })
    if (wanted === 'slow') await simulator.pause(slowness, call.signal)
    return answer(200, { sendNotification: wanted !== 'not-met' })
  },
})

export const conditionsRows = [answerCondition] as const
