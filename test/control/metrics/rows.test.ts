/** The metrics for Prometheus. */
import type { control } from '../../support/control.ts'
import { orderTo, toPhone, ttd } from '../../support/orders.ts'
import { expect, test } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'

/** The row `control.showMetrics` replies in lines of text. */
async function lines({ send }: ReturnType<typeof control>) {
  const response = await send(new Request(`${base}/_standin/metrics`))
  const text = await response.text()
  const value = (name: string) => text.split('\n').find((line) => line.startsWith(`${name} `))
  return { response, text, value }
}

test("'control.showMetrics' counts calls by operation and status, also those from before it was asked, and jobs", async ({ here }) => {
  const { simulator, client } = here
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  const first = await lines(here)
  // The same order again is answered 200.
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  await simulator.knobs('another').client().call('fileTransfer.search')
  await simulator.advance({ by: 'PT1M' })
  const { response, value, text } = await lines(here)
  const count = (operation: string, status: number) => `standin_call_duration_seconds_count{operation="${operation}",status="${status}"}`

  expect(first.value(count('notifications.createOrder', 201))).toMatch(/ 1$/)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(value(count('notifications.createOrder', 201))).toMatch(/ 1$/)
  expect(value(count('notifications.createOrder', 200))).toMatch(/ 1$/)
  expect(value(count('fileTransfer.search', 400))).toMatch(/ 1$/)
  expect(value('standin_jobs_total{job="notifications.takeOrder"}')).toMatch(/ 1$/)
  expect(value('standin_worlds')).toBe('standin_worlds 2')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})
