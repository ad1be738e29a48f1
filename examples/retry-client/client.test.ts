import { anyName, type StandinWorld, test } from 'standin/vitest'
import { expect } from 'vitest'
import { createClient } from './client.ts'

/** Creates a client that advances the world's clock instead of waiting. */
async function clientOf(standin: StandinWorld, as: { org?: string; orgNo?: string }) {
  const { token } = await standin.token(as)
  return createClient({ service: standin.url, token, pause: async (milliseconds) => void (await standin.advance({ by: milliseconds })) })
}

const order = {
  idempotencyId: 'case-1',
  recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
}

test('an order whose reply is lost is repeated, and sent once', async ({ standin }) => {
  const client = await clientOf(standin, { org: 'ttd' })
  await standin.scenarios.use('order-lost-reply')

  const response = await client.placeOrder(order)
  await standin.advance({ by: 'PT1M' })

  expect(response.status).toBe(200)
  expect(standin.journal.list().journal.map(({ status, committed }) => [status, committed])).toEqual([
    [201, true],
    [200, false],
  ])
  expect(standin.outbox.list().messages.length).toBe(1)
})

for (const retryAfterAs of ['seconds', 'date'] as const)
  test(`a busy service is asked again when it says, in ${retryAfterAs}`, async ({ standin }) => {
    const client = await clientOf(standin, { org: 'ttd' })
    standin.scenarios.define('busy', {
      summary: 'The first call is one too many',
      rules: [{ on: 'notifications.createOrder', calls: 1, refuse: { code: 'rate-limited', retryAfter: 30, retryAfterAs } }],
    })
    await standin.scenarios.use(anyName('busy'))

    const { now } = standin.clock.show()
    const response = await client.placeOrder(order)

    expect(response.status).toBe(201)
    expect(Date.parse(standin.clock.show().now) - Date.parse(now)).toBe(30_000)
  })

test('a download that breaks off goes on where it broke', async ({ standin }) => {
  const content = 'a report that is longer than ten bytes'
  const { fileTransferId = '' } = await standin.givens.arrange('a published file transfer exists', { content })
  const client = await clientOf(standin, { orgNo: '370916446' })
  await standin.scenarios.use('download-interrupted')

  const bytes = await client.download(fileTransferId)

  expect(new TextDecoder().decode(bytes)).toBe(content)
  const ranges = standin.journal
    .list({ operation: 'fileTransfer.download' })
    .journal.map(({ id }) => standin.journal.find(id).request.headers.range)
  expect(ranges).toEqual([undefined, 'bytes=10-'])
})
