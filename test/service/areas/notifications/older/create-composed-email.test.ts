import { nodePlatform } from '../../../../../src/platform/node.ts'
import { ReplyTooLong } from '../../../../../src/service/world/platform.ts'
import { attached, compose, live } from '../../../../support/older-orders.ts'
import { manifestOf, statusOf, ttd } from '../../../../support/orders.ts'
import { expect, rule } from '../../../../support/rule.ts'

rule('notifications §14.7', 'a composed email is placed once, and has a manifest of its type', async ({ live: here }) => {
  const first = await compose(here, [attached()])
  const again = await compose(here, null)
  await here.simulator.advance({ until: 'settled' })

  expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
  expect(await manifestOf(here, first.body.notification.shipmentId)).toMatchObject({ type: 'Composed', status: 'Order_Completed' })
})

rule('notifications §14.7', 'a regular order may have the same idempotencyId', async ({ live: here }) => {
  const { status } = await here.client.call('notifications.createOrder', {
    as: ttd,
    body: {
      idempotencyId: 'composed-1',
      recipient: { recipientEmail: { emailAddress: 'a@b.no', emailSettings: { subject: 'S', body: 'B' } } },
    },
  })

  expect([status, (await compose(here, null)).status]).toEqual([201, 201])
})

/** Answers calls to the outside with a body of so many bytes; undefined: no host is there. */
const answering = (answers: readonly { readonly status: number; readonly bytes: number }[]) => {
  const urls: string[] = []
  const platform = {
    ...nodePlatform(),
    call: ({ url, limit }: { url: string; limit: number }) => {
      const { status = 404, bytes = 0 } = answers[urls.length] ?? {}
      urls.push(url)
      return bytes > limit
        ? Promise.reject(new ReplyTooLong(status, limit))
        : Promise.resolve({ status, headers: {}, body: new Uint8Array(bytes) })
    },
  }
  return { platform, urls }
}

const file = (bytes: number) => ({ status: 200, bytes })
const page = (status: number, bytes: number) => ({ status, bytes })

for (const [what, answers, expected] of [
  ['files that fit', [file(1_000_000), file(10)], 'Email_Delivered'],
  ['a file that may not be read', [file(10), page(403, 10)], 'Email_Failed_InvalidSasUrl'],
  ['files that are too large together', [file(5_000_000), file(5_000_000)], 'Email_Failed_PayloadTooLarge'],
  ['files that are together one byte too large', [file(7_864_317), file(4)], 'Email_Failed_PayloadTooLarge'],
  ['a missing file with a long error page', [file(10), page(404, 20_000_000)], 'Email_Failed_InvalidSasUrl'],
] as const) {
  rule('notifications §14.7', `${what}: the email ends as ${expected}`, async () => {
    const { platform, urls } = answering(answers)
    const here = live({ platform, outbound: 'all' })
    const { body } = await compose(here, [attached(), attached({ filename: 'more.pdf' })])
    await here.simulator.advance({ until: 'settled' })

    expect(await statusOf(here, body.notification.shipmentId)).toBe(`Order_Completed ${expected}`)
    expect(urls).toHaveLength(2)
  })
}

rule('decisions §15, notifications §14.7', 'an address that Standin may not call is not called, and counts as fetched', async () => {
  const { platform, urls } = answering([])
  const here = live({ platform })
  const { body } = await compose(here, [attached()])
  await here.simulator.advance({ until: 'settled' })

  expect([await statusOf(here, body.notification.shipmentId), urls]).toEqual(['Order_Completed Email_Delivered', []])
})

for (const [emailAddress, expected] of [
  ['invalid-sas-url@example.org', 'Email_Failed_InvalidSasUrl'],
  ['payload-too-large@example.org', 'Email_Failed_PayloadTooLarge'],
] as const) {
  rule('decisions §7', `${emailAddress}: the email ends as ${expected}`, async ({ live: here }) => {
    const { body } = await compose(here, [attached()], { emailAddress })
    await here.simulator.advance({ until: 'settled' })

    expect(await statusOf(here, body.notification.shipmentId)).toBe(`Order_Completed ${expected}`)
  })
}

rule('notifications §14.7', 'the rules tell what is wrong with each attachment', async () => {
  const { problem } = await compose(live(), [
    attached({ filename: '../decision', mimeType: 'text/html', sasUrl: 'http://a.blob.core.windows.net/x' }),
    attached({ sasUrl: 'https://files.example.org/x?se=2099-01-01&sp=r&sr=b&sig=x' }),
    attached({ sasUrl: 'https://a.blob.core.windows.net/x?se=2026-06-01T10:14:59Z&sp=w&sr=b&sig=x' }),
    null,
    attached({ sasUrl: 'https://a.blob.core.windows.net/x?SE=2099-01-01&Sp=r&SR=b&SIG=x' }),
    attached({ sasUrl: 'https://a.blob.core.windows.net/x?se=2099-01-01&sp=r&sr=b&sr=b&sig=x' }),
  ])
  const key = (at: number, name = '') => `Recipient.Settings.Attachments[${at}]${name}`

  expect(problem.errors).toEqual({
    [key(0, '.Filename')]: [expect.stringContaining('must not contain path separators')],
    [key(0, '.MimeType')]: [expect.stringContaining('mimeType is not supported')],
    [key(0, '.SasUrl')]: ["Attachment '../decision': sasUrl must be an absolute HTTPS URI."],
    [key(1, '.SasUrl')]: [expect.stringContaining('must be within Azure Blob Storage')],
    [key(2, '.SasUrl')]: [expect.stringContaining('does not grant read permission'), expect.stringContaining('at least 15 minutes')],
    [key(3)]: ['Attachment item must not be null.'],
    [key(5, '.SasUrl')]: [expect.stringContaining('is missing required SAS parameters')],
  })
})
