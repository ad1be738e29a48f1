/** Reloads pages whose worlds are kept, and opens several of them. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { found, newContext, open } from '../support/chromium.ts'

const begun = async (context: BrowserContext): Promise<Page> => {
  const page = await open(context, 'standin')
  await begin(page)
  return page
}

const begin = (page: Page) => page.evaluate(() => window.begin({ persist: 'kept', clock: 'frozen' }))

async function browser(): Promise<BrowserContext> {
  const context = await newContext()
  onTestFinished(() => context.close())
  return context
}

/** Turns a knob over the network of the page, and returns at once when the reply is there. */
const putContact = (page: Page, email: string) =>
  page.evaluate(async (address) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Kept', email: address })
    return (await fetch('/_standin/contacts/12838590150', { method: 'PUT', headers, body })).status
  }, email)

const emailOf = (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/_standin/contacts/12838590150')).json()) as { email: string }).email)

/** How many orders the world has, as any tab sees it. */
const orders = (page: Page) =>
  page.evaluate(async () => {
    const { records } = (await (await fetch('/_standin/records/orders')).json()) as { records: unknown[] }
    return records.length
  })

const order = (page: Page) =>
  page.evaluate(async () => {
    const recipient = { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } }
    const { text: token } = await fetch('/_standin/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ org: 'ttd', orgNo: '991825827' }),
    }).then(async (made) => ({ text: ((await made.json()) as { token: string }).token }))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ idempotencyId: crypto.randomUUID(), recipient })
    return (await fetch('/future/orders', { method: 'POST', headers, body })).status
  })

test.skipIf(!found)(
  'a world survives a reload right after a change, every time',
  async () => {
    const page = await begun(await browser())
    const seen: unknown[] = []
    for (let time = 1; time <= 15; time++) {
      seen.push([await order(page), await putContact(page, `${time}@example.org`)])
      await page.reload()
      await begin(page)
      seen.push([await orders(page), await emailOf(page)])
    }

    expect(seen).toEqual(
      Array.from({ length: 15 }, (_, at) => [
        [201, 200],
        [at + 1, `${at + 1}@example.org`],
      ]).flat(),
    )
  },
  120_000,
)

test.skipIf(!found)('two tabs see one world, and when its owner closes, another takes over', async () => {
  const context = await browser()
  const [first, second, third] = [await begun(context), await begun(context), await begun(context)]

  const statuses = [await order(first), await order(second), await order(third)]
  const seen = [await orders(first), await orders(second), await orders(third)]
  await first.close()
  statuses.push(await order(third), await order(second))
  const after = [await orders(second), await orders(third)]

  expect(statuses).toEqual([201, 201, 201, 201, 201])
  expect(seen).toEqual([3, 3, 3])
  expect(after).toEqual([5, 5])
})

test.skipIf(!found)('another tab than the owner follows the journal, and the owner learns when it leaves', async () => {
  const context = await browser()
  const [owner, other] = [await begun(context), await begun(context)]

  const seen = await other.evaluate(async () => {
    const stream = await fetch('/_standin/journal/stream')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const headers = { 'x-standin-scenario': 'unavailable-get-shipment' }
    const { status } = await fetch('/future/shipment/x', { headers })
    let text = ''
    while (!text.includes('getShipment')) text += (await reader?.read())?.value ?? 'ended'
    await reader?.cancel()
    return [stream.status, status, text.startsWith('retry: 1000')]
  })
  const following = () => owner.evaluate(() => window.simulator.world.journal.following.size)
  while ((await following()) > 0) await order(other)

  expect(seen).toEqual([200, 503, true])
})

test.skipIf(!found)('a stored world of another version is refused, with a way out', async () => {
  const page = await begun(await browser())
  await order(page)
  await page.evaluate(async () => {
    await window.worker.stop()
    const opening = indexedDB.open('standin-kept')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const change = opening.result.transaction('worlds', 'readwrite')
    change.objectStore('worlds').put({ format: 'standin-snapshot', version: 999 }, 'default')
    await new Promise((resolve) => change.addEventListener('complete', resolve))
    opening.result.close()
  })
  await page.reload()

  const refused = await begin(page).catch((thrown: Error) => thrown.message)

  expect(refused).toContain('The stored worlds cannot be restored')
  expect(refused).toContain("indexedDB.deleteDatabase('standin-kept')")
})
