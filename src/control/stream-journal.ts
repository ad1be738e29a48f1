/** Sends each line of the journal when it is closed. */
import { z } from 'zod'
import { lineReply } from '../control-replies/journal.ts'
import type { Followed } from '../knobs/journal/follow.ts'
import { Misuse } from '../misuse.ts'
import { header } from '../wire/http/call.ts'
import { reply } from '../wire/row.ts'
import { eventStream, type ServerEvent } from './event-stream.ts'
import { demandScenario, filterOf, lineFilter } from './journal-query.ts'
import { defineControl } from './row.ts'

const shapes = z.union([lineReply, z.object({ dropped: z.int() })])

export const streamJournal = defineControl({
  id: 'control.streamJournal',
  summary: 'The journal as a stream: an event `call` or `job` for each line that is closed, `dropped` for lines that a slow reader lost',
  request: { query: lineFilter },
  replies: { 200: reply.eventStream(shapes) },
  example: { query: { operation: 'fileTransfer', status: '5xx' } },

  async handle({ query }, { simulator, knobs, call, reply: answer }) {
    await demandScenario(knobs, query.scenario)
    const last = header(call.headers, 'last-event-id')
    if (last !== undefined && !/^\d{1,15}$/.test(last))
      throw new Misuse(`Last-Event-ID: ${JSON.stringify(last.slice(0, 100))} is not the number of an event.`)
    const after = last === undefined ? undefined : Number(last)
    const lines = knobs.journal.follow({ ...filterOf(query), after, signal: call.signal })
    return answer(200, eventStream(eventsOf(lines), simulator.pause), { 'x-accel-buffering': 'no' })
  },
})

const eventsOf = (lines: AsyncIterator<Followed>): AsyncIterator<readonly ServerEvent[]> => ({
  async next() {
    const { value, done } = await lines.next()
    return done ? { value: undefined, done } : { value: written(value), done: false }
  },
  async return() {
    await lines.return?.()
    return { value: undefined, done: true }
  },
})

function written({ line, closed, dropped }: Followed): ServerEvent[] {
  const event = { id: String(closed), event: line.method === null ? 'job' : 'call', data: line }
  return dropped > 0 ? [{ event: 'dropped', data: { dropped } }, event] : [event]
}
