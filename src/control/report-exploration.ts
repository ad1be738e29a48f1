/** Takes what an exploration reports: its progress, and at its end what it found. */
import { explorationReply } from '../control-replies/exploration.ts'
import { json, reply } from '../wire/row.ts'
import { keepExploration } from './kept-exploration.ts'
import { defineControl } from './row.ts'

export const reportExploration = defineControl({
  id: 'control.reportExploration',
  summary: 'Report an exploration, for the dashboard; it takes the place of the one before',
  request: { body: json(explorationReply) },
  replies: { 200: reply.json(explorationReply) },
  example: {
    body: {
      command: 'node my-client.js',
      progress: { runs: 12, of: 200, met: 9, points: 44, failed: 0, secondsLeft: 20 },
      report: null,
    },
  },

  handle({ body }, { simulator, reply: answer }) {
    keepExploration(simulator, body)
    return answer(200, body)
  },
})
