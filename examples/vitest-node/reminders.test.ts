import { test } from 'standin/vitest'
import { describe, expect } from 'vitest'
import { invite } from './reminders.ts'

/** The production URL. Standin answers it in the running test's world. */
const live = 'https://platform.altinn.no'

test('a reminder is sent after a week', async ({ standin }) => {
  const { token } = await standin.token({ org: 'ttd' })

  await invite(live, token, 'someone@example.org')
  await standin.advance({ by: 'P8D' })

  const { messages } = standin.outbox.list()
  expect(messages.map(({ subject }) => subject)).toEqual(['Contract', 'Reminder: contract'])
})

test('two invitations of the same person send one message', async ({ standin }) => {
  const { token } = await standin.token({ org: 'ttd' })

  const first = await invite(live, token, 'someone@example.org')
  const second = await invite(live, token, 'someone@example.org')

  expect(second).toBe(first)
  expect(standin.journal.verify({ operation: 'notifications.createOrder', count: 1, where: { status: 201 } })).toMatchObject({ ok: true })
})

test('an outage is told to the caller', async ({ standin }) => {
  const { token } = await standin.token({ org: 'ttd' })
  await standin.scenarios.use('unavailable')

  await expect(invite(live, token, 'someone@example.org')).rejects.toThrow('The order was refused: 503')
})

describe.concurrent('at the same time', () => {
  test.for(['one', 'two', 'three'])('test %s calls the address of its own world', async (name, { standin }) => {
    const { token } = await standin.token({ org: 'ttd' })

    await invite(standin.url, token, `${name}@example.org`)
    await standin.advance({ by: 'PT1M' })

    expect(standin.outbox.list().messages.map(({ to }) => to)).toEqual([`${name}@example.org`])
  })
})
