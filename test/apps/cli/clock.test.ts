/** `standin clock`. */
import { expect, test } from 'vitest'
import { serverForFile } from '../../support/command-line.ts'
import { orderTo, toPhone, ttd } from '../../support/orders.ts'

const { inNewWorld } = await serverForFile()

async function ordered() {
  const here = inNewWorld()
  const { body } = await here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone()) })
  return { ...here, id: body.notification.shipmentId }
}

test('an advance lists what happened, up to its limit', async () => {
  const { run, id } = await ordered()

  expect(await run('clock', 'advance', '7d', '--limit', '2')).toEqual({
    code: 0,
    out:
      `AT                    WHAT                        ID                                    \n`.replace(/ +\n/, '\n') +
      `2026-06-01T10:00:01Z  notifications.takeOrder     ${id}  status=Order_Processing\n` +
      `2026-06-01T10:00:02Z  notifications.processOrder  ${id}  status=Order_Processed entries=1\n` +
      'It is 2026-06-08T10:00:00Z. Events: 5 (2 listed): 1 notifications.takeOrder, 1 notifications.processOrder, ' +
      '1 notifications.sendMessage, 1 notifications.acceptMessage, 1 notifications.reportMessage.\n',
    err: '',
  })
})

test.each([
  ['36h', '2026-06-02T22:00:00Z'],
  ['PT0.5S', '2026-06-01T10:00:00.5Z'],
  ['999999d', '4764-04-27T10:00:00Z'],
])('an advance by %s moves the clock to %s', async (duration, now) => {
  const { run, knobs } = inNewWorld()

  expect((await run('clock', 'advance', duration)).out).toBe(`It is ${now}. Events: 0.\n`)
  expect(knobs.clock.show().now).toBe(now)
})

test('an advance goes to a time with any offset', async () => {
  const { run } = inNewWorld()

  expect((await run('clock', 'advance', '--to', '2026-12-01T09:00:00+01:00')).out).toBe('It is 2026-12-01T08:00:00Z. Events: 0.\n')
})

test('an advance until settled ends when the service has no work left', async () => {
  const { run } = await ordered()
  const { out } = await run('clock', 'advance', '--until', 'settled', '--at-most', 'P1D', '--json')

  expect(JSON.parse(out)).toMatchObject({ now: '2026-06-01T10:00:05Z', total: 5 })
})

test('an advance until settled says what is booked beyond its limit, and stays', async () => {
  const { run, client } = inNewWorld()
  const requestedSendTime = '2999-01-01T00:00:00Z'
  await client.call('notifications.createOrder', { as: ttd, body: orderTo(toPhone(), { requestedSendTime }) })

  expect((await run('clock', 'advance', '--until', 'settled')).out).toBe(
    'It is 2026-06-01T10:00:00Z. Events: 0.\n' +
      'The service still has work to do. Booked: 1 notifications.takeOrder (2999-01-01T00:00:01Z).\n',
  )
})

test('the clock tells by how much it is ahead of a machine whose clock was set back', async () => {
  const { run, knobs } = inNewWorld()
  ;(knobs.world.data.clock as { lead: number }).lead = 5_400_000

  expect((await run('clock')).out).toContain("\nIt is 1h30m ahead of the machine's clock, which was set back.")
})

test('the clock shows the time and its bookings', async () => {
  const { run } = await ordered()

  expect(await run('clock')).toEqual(await run('clock', 'show'))
  expect((await run('clock', 'show')).out).toBe(
    'AT                    WHAT                     ENVIRONMENT\n' +
      '2026-06-01T10:00:01Z  notifications.takeOrder  test\n' +
      'It is 2026-06-01T10:00:00Z, and the clock is stopped. Booked jobs: 1.\n',
  )
})

test('the clock is stopped and resumed, at a speed', async () => {
  const { run, knobs } = inNewWorld()

  expect((await run('clock', 'resume')).out).toMatch(/^It is .*, and the clock is running\. Booked jobs: 0\.\n$/)
  expect((await run('clock', 'resume', '--speed', '0.5')).out).toContain('the clock is running at 0.5 times normal speed')
  expect((await run('clock', 'freeze')).out).toContain('the clock is stopped')
  expect(knobs.clock.show()).toMatchObject({ mode: 'frozen', speed: 0.5 })
})
