import { randomUUID } from 'node:crypto'
import { explore } from 'standin'
import { expect, test } from 'vitest'

/** Invites somebody, and retries if no reply arrives. Calls `newId` for each attempt. */
async function invitePatiently(url: string, token: string, newId: () => string): Promise<void> {
  const recipientEmail = { emailAddress: 'someone@example.org', emailSettings: { subject: 'Contract', body: 'Please sign it.' } }
  for (let attempt = 0; attempt < 3; attempt++) {
    const reply = await fetch(`${url}/future/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ idempotencyId: newId(), recipient: { recipientEmail } }),
    }).catch(() => undefined)
    const isRead = await reply?.json().then(
      () => true,
      () => false,
    )
    if (reply?.ok && isRead) return
  }
  throw new Error('Nobody could be invited.')
}

test('an exploration finds the fault that makes a client invite twice', { timeout: 60_000 }, async () => {
  const { findings } = await explore(
    async ({ url, standin }) => {
      const { token } = await standin.token({ org: 'ttd' })
      await invitePatiently(url, token, randomUUID)
    },
    { runs: 2 },
  )

  expect(findings.map(({ sentence }) => sentence)).toContain(
    'When the reply to the first createOrder is lost after the commit, your client orders again with a new idempotencyId: two messages to someone@example.org.',
  )
})

test('it finds nothing in a client that keeps its idempotencyId', { timeout: 60_000 }, async () => {
  const { findings } = await explore(
    async ({ url, standin }) => {
      const { token } = await standin.token({ org: 'ttd' })
      await invitePatiently(url, token, () => 'invitation-1')
    },
    { runs: 2 },
  )

  expect(findings).toEqual([])
})
