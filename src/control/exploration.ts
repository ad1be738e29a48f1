/** The exploration that a command runs, for the page. */
import { type Exploration, explorationReply } from '../control-replies/exploration.ts'
import type { Simulator } from '../simulator.ts'
import { json, reply } from '../wire/row.ts'
import { liveSlot } from '../world/live.ts'
import { defineControl } from './row.ts'

const none: Exploration = { command: null, progress: null, report: null }
const newest = liveSlot(() => ({ exploration: none }))

const explorationOf = (simulator: Simulator): Exploration => newest.of(simulator).exploration

export function keepExploration(simulator: Simulator, exploration: Exploration): void {
  newest.of(simulator).exploration = exploration
}

const showExploration = defineControl({
  id: 'control.showExploration',
  method: 'GET',
  path: '/_standin/exploration',
  world: 'none',
  summary: 'The newest exploration that was reported: how far it is, and what it found',
  request: {},
  replies: { 200: reply.json(explorationReply) },

  handle: (_, { simulator, reply: answer }) => answer(200, explorationOf(simulator)),
})

const reportExploration = defineControl({
  id: 'control.reportExploration',
  method: 'PUT',
  path: '/_standin/exploration',
  world: 'none',
  recorded: false,
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

export const explorationRows = [showExploration, reportExploration] as const
