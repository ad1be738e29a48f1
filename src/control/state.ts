/** Counts and lists the records of a world. */
import { stateReply } from '../control-replies/state.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const showState = defineControl({
  id: 'control.showState',
  method: 'GET',
  path: '/_standin/state',
  summary: 'Counts and summaries of records, per environment',
  request: {},
  replies: { 200: reply.json(stateReply) },
  command: {
    name: 'state',
    summary: 'Count the records of a world',
    examples: [['standin state --json', 'Print also the latest shipments and file transfers']],
  },

  handle: (_, { knobs, reply: answer }) => answer(200, knobs.state()),
})

export const stateRows = [showState] as const
