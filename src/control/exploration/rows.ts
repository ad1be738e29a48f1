/** The exploration that a command runs, for the page. */
import { z } from 'zod'
import { json, reply } from '../../service/wire/row.ts'
import { newestExploration, storeExploration } from '../exploration.ts'
import { defineControl } from '../rows/row.ts'

const faultPoint = z.object({
  target: z.string().describe('The operation or job.'),
  nth: z.int().describe('Which call or job of it, counted from 1.'),
  fault: z.string().describe('The name of the fault.'),
})

const finding = z.object({
  sentence: z.string().describe('Which faults break the client, and how.'),
  problem: z.string().describe('What is wrong, such as `invariant ordered-once`.'),
  certain: z.boolean().describe('Whether the client failed each time, of several.'),
  run: z.int().describe('The number of the run.'),
  name: z.string().describe('A name for the scenario.'),
  faults: z.array(faultPoint).describe('The fault points that break the client together.'),
  scenario: z.record(z.string(), z.unknown()).describe('The document of the scenario that breaks the client.'),
  file: z.string().optional().describe('The file of the scenario on the machine of the exploration.'),
  capsule: z.string().nullish().describe('The file of a capsule with the run.'),
})

const point = faultPoint.extend({
  meeting: z
    .enum(['unmet', 'applied', 'effective'])
    .describe('Whether it was never reached, was met and changed nothing, or changed something.'),
  why: z.string().nullable().describe('Why it was not reached, or changed nothing; null: it was effective.'),
})

export const exploredReply = z.object({
  seed: z.number().describe('From which schedules are drawn.'),
  runs: z.int().describe('Runs with faults.'),
  findings: z.array(finding).describe('What breaks the client.'),
  seenOnce: z.array(z.string()).describe('Failures that did not come again in two more runs.'),
  points: z.array(point).describe('Each fault point.'),
  unstable: z.array(z.string()).describe('Calls that only one of the two runs without faults made.'),
  refused: z.array(z.string()).describe('What the run without faults was refused, one sentence each: what came after it was not tried.'),
  badWithoutFaults: z.array(z.string()).describe('What is bad without any fault.'),
  otherCalls: z.int().describe('Runs in which the client made other calls than planned.'),
})

const progress = z.object({
  runs: z.int().describe('How many runs with faults have ended.'),
  of: z.int().nullable().describe('How many there will be; null: as many as the time allows.'),
  met: z.int().describe('How many fault points were met.'),
  points: z.int().describe('How many there are.'),
  failed: z.int().describe('How many runs failed.'),
  secondsLeft: z.int().nullable().describe('Real seconds that the runs still take; null: not known.'),
  reducing: z.int().optional().describe('How many more runs have begun, which reduce what failed to the fewest faults; absent: not yet.'),
})

export const explorationReply = z.object({
  command: z.string().nullable().describe('The command that is explored; null: not known, as for a report from a file.'),
  progress: progress.nullable().describe('How far it is; null: it has not begun, or nobody said it.'),
  report: exploredReply.nullable().describe('What it found; null until it has ended.'),
})

export type Exploration = z.output<typeof explorationReply>

const showExploration = defineControl({
  id: 'control.showExploration',
  method: 'GET',
  path: '/_standin/exploration',
  world: 'named',
  summary: 'The newest exploration that was reported: how far it is, and what it found',
  request: {},
  replies: { 200: reply.json(explorationReply) },

  handle: (_, { simulator, reply: answer }) => answer(200, newestExploration(simulator)),
})

const reportExploration = defineControl({
  id: 'control.reportExploration',
  method: 'PUT',
  path: '/_standin/exploration',
  world: 'named',
  recorded: false,
  summary: 'Report an exploration, for the dashboard; it takes the place of the one before',
  request: { body: json(explorationReply) },
  replies: { 200: reply.json(explorationReply) },
  example: {
    body: {
      command: 'node my-client.js',
      progress: { runs: 12, of: 200, met: 9, points: 44, failed: 0, secondsLeft: 20 },
      report: {
        seed: 7,
        runs: 12,
        findings: [],
        seenOnce: [],
        points: [],
        unstable: [],
        refused: [],
        badWithoutFaults: [],
        otherCalls: 0,
      },
    },
  },

  handle({ body }, { simulator, reply: answer }) {
    storeExploration(simulator, body)
    return answer(200, body)
  },
})

export const explorationRows = [showExploration, reportExploration] as const
