/** The control rows of explorations: report one, and read it. */
import { expect, test } from '../../support/rule.ts'

const progress = { runs: 3, of: 200, met: 2, points: 44, failed: 1, secondsLeft: 9 }

test('the newest exploration that was reported can be read, in every world', async ({ ask, simulator }) => {
  const nothing = { command: null, progress: null, report: null }
  expect(await ask('control.showExploration')).toMatchObject({ status: 200, body: nothing })
  const running = { ...nothing, command: 'npm test', progress }
  expect((await ask('control.reportExploration', { body: running })).status).toBe(200)

  expect((await ask('control.showExploration', { prefix: '/worlds/other' })).body).toEqual(running)
  expect(simulator.worlds()).toHaveLength(1)
})

test('a report with a mistake is refused, and the answer names its place', async ({ ask }) => {
  const body = { command: null, progress: null, report: { seed: 1 } as never }
  const { status, body: refusal } = await ask('control.reportExploration', { body })

  expect(status).toBe(400)
  expect(JSON.stringify(refusal)).toContain('report')
  expect((await ask('control.showExploration')).body.report).toBe(null)
})
