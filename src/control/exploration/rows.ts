/** Control rows for the exploration that the dashboard shows. */
import { z } from 'zod'
import { json, reply } from '../../service/wire/row.ts'
import { newestExploration, storeExploration } from '../app-reports.ts'
import { defineControl } from '../rows/row.ts'

const faultPoint = z.object({
  target: z.string().describe('The operation or job.'),
  nth: z.int().describe('The index of the call or job, starting at 1.'),
  fault: z.string().describe("The fault's name."),
})

const finding = z.object({
  sentence: z.string().describe('The faults that break the client, and their effect.'),
  problem: z.string().describe('The problem, such as `invariant ordered-once`.'),
  certain: z.boolean().describe('True if the client failed in every repetition.'),
  run: z.int().describe('The run number.'),
  name: z.string().describe('A name for the scenario.'),
  faults: z.array(faultPoint).describe('The fault points that break the client together.'),
  scenario: z.record(z.string(), z.unknown()).describe('The scenario document that breaks the client.'),
  file: z.string().optional().describe('The scenario file, on the machine that ran the exploration.'),
  capsule: z.string().nullish().describe('The capsule file that recorded the run.'),
})

const point = faultPoint.extend({
  meeting: z
    .enum(['unmet', 'applied', 'effective'])
    .describe('`unmet`: never reached; `applied`: reached without effect; `effective`: changed something.'),
  why: z.string().nullable().describe('Why it was not reached or had no effect; null if it was effective.'),
})

export const exploredReply = z.object({
  seed: z.number().describe('The seed for random schedules.'),
  runs: z.int().describe('The number of runs with faults.'),
  findings: z.array(finding).describe('The faults that break the client.'),
  seenOnce: z.array(z.string()).describe('Failures that did not recur in two more runs.'),
  points: z.array(point).describe('All fault points.'),
  unstable: z.array(z.string()).describe('Calls made in only one of the two runs without faults.'),
  refused: z.array(z.string()).describe('Refusals in the run without faults, one sentence each. Later calls could not be tested.'),
  badWithoutFaults: z.array(z.string()).describe('Problems that occur without any fault.'),
  otherCalls: z.int().describe('The number of runs in which the client made different calls than planned.'),
})

const progress = z.object({
  runs: z.int().describe('The number of completed runs with faults.'),
  of: z.int().nullable().describe('The planned number of runs; null if limited only by time.'),
  met: z.int().describe('The number of fault points reached so far.'),
  points: z.int().describe('The total number of fault points.'),
  failed: z.int().describe('The number of failed runs.'),
  secondsLeft: z.int().nullable().describe('Estimated real seconds remaining; null if unknown.'),
  reducing: z
    .int()
    .optional()
    .describe(
      'The number of extra runs so far to find the smallest set of faults that still fails; absent until the first extra run begins.',
    ),
})

export const explorationReply = z.object({
  command: z.string().nullable().describe('The command being explored; null if unknown, as in a report from a file.'),
  progress: progress.nullable().describe('The progress; null until it is first reported.'),
  report: exploredReply.nullable().describe('The result; null until the exploration has ended.'),
})

export type Exploration = z.output<typeof explorationReply>

const showExploration = defineControl('control.showExploration', 'GET /_standin/exploration', {
  world: 'named',
  summary: 'The latest reported exploration, with its progress and findings',
  replies: { 200: reply.json(explorationReply) },

  handle: (_, { simulator, reply: answer }) => answer(200, newestExploration(simulator)),
})

const reportExploration = defineControl('control.reportExploration', 'PUT /_standin/exploration', {
  world: 'named',
  recorded: false,
  summary: 'Report an exploration to the dashboard, replacing the previous one',
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
