/** The messages, as a tester reads them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { reports } from '../../../src/apps/dashboard/components/facts.tsx'
import { reportStatuses } from '../../../src/service/areas/notifications/records/shipment.ts'
import { served, tester, visit } from '../../support/dashboard.ts'

const email = (idempotencyId: string, emailAddress: string, subject: string, body: string) => ({
  idempotencyId,
  recipient: { recipientEmail: { emailAddress, emailSettings: { subject, body, contentType: 'Html' as const } } },
})

const sms = (idempotencyId: string, phoneNumber: string, body: string) => ({
  idempotencyId,
  recipient: { recipientSms: { phoneNumber, smsSettings: { body } } },
})

tester('a tester sends an order, reads its email, reports it as bounced, and sees that in its history', async () => {
  const { url, client, simulator } = await served()
  await client.call('notifications.createOrder', {
    body: email(
      'one',
      'kari@example.org',
      'Your case',
      '<style>p{color:rgb(1,2,3)}</style><p>Dear <b style="color: rgb(9, 8, 7)">Kari</b></p>',
    ),
  })
  await client.call('notifications.createOrder', { body: sms('two', '+4799999999', 'Hello '.repeat(40)) })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, '#/messages')
  await page.getByText('2 unread').waitFor()
  expect(await page.title()).toMatch(/^\(2\) /)
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('%3E2%3C')

  await page
    .getByRole('row', { name: /Your case/ })
    .getByRole('link')
    .click()
  await page.getByText('1 unread').waitFor()
  const message = page.getByRole('article', { name: /Message/ })
  const frame = message.frameLocator('iframe')
  await frame.getByText('Dear').waitFor()
  const colour = (text: string) => frame.getByText(text).evaluate((element) => getComputedStyle(element).color)
  expect([await colour('Dear'), await colour('Kari')]).toEqual(['rgb(1, 2, 3)', 'rgb(9, 8, 7)'])
  await message.getByRole('tab', { name: 'On a phone' }).click()
  expect((await message.locator('iframe').boundingBox())?.width).toBe(375)
  await message.getByRole('tab', { name: 'Source' }).click()
  await message.getByText('<style>p{color').waitFor()

  await message.getByLabel('Delivery report').selectOption('Email_Failed_Bounced')
  await message.getByRole('button', { name: 'Send the report' }).click()
  await message.locator('.history').getByText('Email_Failed_Bounced').waitFor()
  expect(await message.locator('.history li').count()).toBe(4)
  expect(simulator.outbox.list({ channel: 'Email' }).messages[0]?.status).toBe('Email_Failed_Bounced')

  await page.getByLabel('Channel').selectOption('SMS')
  await page.getByRole('row', { name: /Hello/ }).getByRole('link').click()
  await page.getByText('240 characters in 2 segments').waitFor()
  await page.getByLabel('Recipient').fill('nobody')
  await page.getByText('No message fits.').waitFor()
  await page.goto(`${url}/_standin/#/messages/recipients`)
  await page.getByText('+4799990000').first().waitFor()
})

tester('the history of a message has its own statuses alone, and every report that came', async () => {
  const { url, client, simulator } = await served()
  const own = email('one', 'kari@example.org', 'Your case', 'Dear Kari')
  await client.call('notifications.createOrder', { body: { ...own, reminders: [{ delayDays: 7, recipient: own.recipient }] } })
  await simulator.advance({ by: 'P8D' })
  const page = await visit(url, '#/messages/2')
  const message = page.getByRole('article', { name: /Message/ })
  const statuses = message.locator('.history .badge')
  const usual = ['Email_Sending', 'Email_Succeeded', 'Email_Delivered']
  await expect.poll(() => statuses.allInnerTexts()).toEqual(usual)
  const chosen = ['Email_Failed_Bounced', 'Email_Failed_Quarantined', 'Email_Delivered']
  for (const [at, status] of chosen.entries()) {
    await message.getByLabel('Delivery report').selectOption(status)
    await message.getByRole('button', { name: 'Send the report' }).click()
    await expect.poll(() => statuses.allInnerTexts()).toEqual([...usual, ...chosen.slice(0, at + 1)])
  }

  await page.goto(`${url}/_standin/#/messages/1`)
  await page.getByRole('article', { name: 'Message 1' }).waitFor()
  await expect.poll(() => statuses.allInnerTexts()).toEqual(usual)
})

tester('the tab counts the unread messages on every page, also when a page opens later', async () => {
  const { url, client, simulator } = await served()
  const page = await visit(url, '#/clock')
  await page.getByText('Nothing is booked').waitFor()
  expect(await page.title()).toBe('Clock · Standin')
  await client.call('notifications.createOrder', { body: email('one', 'kari@example.org', 'Your case', '<p>Dear Kari</p>') })
  await simulator.advance({ by: 'PT10M' })

  await expect.poll(() => page.title(), { timeout: 10_000 }).toBe('(1) Clock · Standin')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('%3E1%3C')
  await page.goto(`${url}/_standin/#/files`)
  await expect.poll(() => page.title(), { timeout: 10_000 }).toBe('(1) Files · Standin')
  await page.goto(`${url}/_standin/#/messages/1`)
  await expect.poll(() => page.title(), { timeout: 10_000 }).toBe('Messages · Standin')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/icon.*\.svg$/)
})

tester('a message that a link opens is read in the list, too', async () => {
  const { url, client, simulator } = await served()
  await client.call('notifications.createOrder', { body: sms('one', '+4799999999', 'Hello') })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, `#/messages/${simulator.outbox.list({}).messages[0]?.id}`)
  await page.getByText('0 unread').waitFor()
  await page.getByRole('row', { name: /^\+4799999999/ }).waitFor()
})

tester('a tester goes to the end of a long outbox, finds one message by its subject, and marks all as read', async () => {
  const { url, client, simulator } = await served()
  const numbers = Array.from({ length: 450 }, (_, at) => at)
  await Promise.all(
    numbers.map((at) =>
      client.call('notifications.createOrder', { body: email(`case-${at}`, `person-${at}@example.org`, `Letter ${at}.`, 'Hello') }),
    ),
  )
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, '#/messages')
  await page.getByText('at least 100 unread').waitFor()
  const table = page.getByRole('table', { name: 'Messages' })
  expect(await table.getAttribute('aria-rowcount')).toBe('451')
  const [oldest] = simulator.outbox.list({}, { limit: 1 }).messages
  await table.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await table.getByText(oldest?.subject ?? '', { exact: true }).waitFor()

  await page.getByLabel('Recipient or subject').fill('letter 7.')
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('2')
  await table.getByText('person-7@example.org').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.locator('.count').getByText('0', { exact: true }).waitFor()
  await expect.poll(() => page.title(), { timeout: 10_000 }).toBe('Messages · Standin')
})

tester('a message has an address that shows it alone', async () => {
  const { url, client, simulator } = await served()
  await client.call('notifications.createOrder', { body: email('one', 'kari@example.org', 'Your case', '<p>Dear Kari</p>') })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, `#/bare-messages/${simulator.outbox.list().messages[0]?.id}`)

  await page.frameLocator('iframe').getByText('Dear Kari').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.title()).toBe('Message · Standin')
})

tester("a hostile email's script, form, remote image and link do nothing, and leave no request", async () => {
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  onTestFinished(() => void elsewhere.close())
  const away = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const { url, client, simulator } = await served()
  const body = `
    <html><head><base href="${away}/"><meta http-equiv="refresh" content="0;url=${away}/meta"><link rel="stylesheet" href="${away}/link">
    <style>/* @import */ @import '${away}/import'; @\\49mport url(${away}/escaped); body { background: u\\72l(${away}/css) } p { --a: url(${away}/var); background: var(--a) }</style></head>
    <body background="${away}/background" onload="top.harmed=1"><script>top.harmed=1</script><svg onload="top.harmed=1"><image href="${away}/svg"/></svg>
    <img src="${away}/image" onerror="top.harmed=1"><img src="/_standin/state" srcset="${away}/set 1x"><img src="x" onerror="top.harmed=1">
    <p style="background: url(${away}/style)">Read me</p><video poster="${away}/poster" src="${away}/video"></video><iframe src="${away}/frame"></iframe>
    <form action="${away}/form"><button>Send it</button></form>
    <a href="${away}/click" target="_top" ping="${away}/ping">Click me</a> <a href="javascript:top.harmed=1">Or me</a>
    <p ONCLICK=top.harmed=1 title="On a >day one=two <base href=x>">Loud</p><b/onclick="top.harmed=1"/onblur>bold</b><img alt="on"onload=top.harmed=1>
    <<base>base href="${away}/joined"><!-- <base href="${away}/comment"> --></body></html>`
  await client.call('notifications.createOrder', { body: email('one', 'kari@example.org', 'Hostile', body) })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, '#/messages/1')
  const asks: string[] = []
  page.on('request', (request) => asks.push(request.url()))
  const frame = page.frameLocator('iframe')
  await frame.getByText('Read me').waitFor()
  await frame.getByText('Click me').click()
  await frame.getByText('Or me').click()
  await page.getByRole('region', { name: 'Links of the email' }).getByText(`${away}/click`).waitFor()
  for (const tab of ['On a phone', 'Text', 'Source']) await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('tab', { name: 'Rendered' }).click()
  await frame.getByText('Read me').waitFor()

  expect(await frame.locator('script, form, button, iframe, video, svg, [onerror], [href], [src]').count()).toBe(0)
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false)
  expect(page.url()).toBe(`${url}/_standin/#/messages/1`)
  expect(asked).toEqual([])
  expect(asks.filter((each) => each.endsWith('/state') || each.endsWith('/x'))).toEqual([])
  expect(await frame.getByText('Loud').getAttribute('title')).toBe('On a >day one=two <base href=x>')
  expect(await frame.locator('body').locator('[onclick], [data-onclick], base, meta, link').count()).toBe(0)
  expect(await page.locator('.left-out').innerText()).toMatch(/base.*meta.*link.*@import × 2.*script.*form/)
})

test('the page offers every status that a delivery report can have', () => {
  for (const channel of ['Email', 'SMS'] as const) expect([...reports[channel]].sort()).toEqual([...reportStatuses[channel]].sort())
})
