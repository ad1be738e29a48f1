/** Control rows for the latest `standin compare` report, which the dashboard shows. */
import { z } from 'zod'
import { reply } from '../../service/wire/row.ts'
import { comparisonReport, mostReportBytes, newestComparison, storeComparison } from '../app-reports.ts'
import { defineControl } from '../rows/row.ts'

const showComparison = defineControl('control.showComparison', 'GET /_standin/comparison', {
  world: 'named',
  summary: 'The latest report on a comparison with the real service',
  replies: { 200: reply.json(z.object({ report: comparisonReport.nullable().describe('The report; null until there is one.') })) },

  handle: (_, { simulator, reply: answer }) => answer(200, { report: newestComparison(simulator) }),
})

const reportComparison = defineControl('control.reportComparison', 'PUT /_standin/comparison', {
  world: 'named',
  recorded: false,
  summary: 'Store a report on a comparison with the real service for the dashboard, replacing the previous one',
  request: { body: { kind: 'json', schema: comparisonReport, limit: mostReportBytes } },
  example: {
    body: {
      version: 1,
      standin: '1.0.0',
      dialect: 'live',
      environment: 'traffic.har',
      complete: true,
      began: '2026-06-01T10:00:00.000Z',
      ended: '2026-06-01T10:05:00.000Z',
      calls: 2,
      same: 2,
      groups: [],
      apart: {},
      coverage: { met: { 'notifications.createOrder': { 201: 2 } }, never: [] },
    },
  },

  handle: ({ body }, { simulator, done }) => done(storeComparison(simulator, body)),
})

export const comparisonRows = [showComparison, reportComparison] as const
