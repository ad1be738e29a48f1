/** The messages, as a tester reads them. */
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { reports } from '../../../src/apps/dashboard/components/facts.tsx'
import { reportStatuses } from '../../../src/service/areas/notifications/wire.ts'
import { overflows, served, tester, violations, visit } from '../../support/dashboard.ts'
import { listenOn } from '../../support/listen.ts'

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
  await page.getByText('No message matches.').waitFor()
  await page.goto(`${url}/_standin/#/messages/recipients`)
  await page.getByText('+4799990000').first().waitFor()
})

tester('the history of a message has its own statuses alone, and every report that came', async ({ url, client, simulator }) => {
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

tester('the tab counts the unread messages on every page, also when a page opens later', async ({ url, client, simulator }) => {
  const page = await visit(url, '#/clock')
  await page.getByText('No job is booked').waitFor()
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

tester('a message that a link opens is read in the list, too', async ({ url, client, simulator }) => {
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

tester('a message has an address that shows it alone', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', { body: email('one', 'kari@example.org', 'Your case', '<p>Dear Kari</p>') })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, `#/bare-messages/${simulator.outbox.list().messages[0]?.id}`)

  await page.frameLocator('iframe').getByText('Dear Kari').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.title()).toBe('Message · Standin')
})

/** A machine that counts who connects: a browser may connect before it obeys a policy. */
async function elsewhere() {
  const connected: string[] = []
  const server = createServer((socket) => {
    connected.push('a connection')
    socket.on('error', () => {}).on('data', (bytes) => connected.push(String(bytes).split('\r\n', 1)[0] ?? ''))
  })
  return { away: (await listenOn(server)).url, connected }
}

const hostileEmail = (away: string) => `
  <html><head><base href="${away}/" target="_top"><meta http-equiv="refresh" content="0;url=${away}/meta">
  <link rel="stylesheet" href="${away}/link"><LINK REL=preconnect HREF = "${away}"><link rel="dns-prefetch" href="${away}">
  <link rel="preload" as="image" href="${away}/preload"><link rel="prefetch" href="${away}/prefetch"><link rel="icon" href="${away}/icon">
  <script type="speculationrules">{"prefetch":[{"urls":["${away}/speculation"]}]}</script>
  <style>/* @import */ @import '${away}/import'; @\\49mport url(${away}/escaped); body { background: u\\72l(${away}/css) } p { --a: url(${away}/var);
  background: var(--a); cursor: url(${away}/cursor), auto; filter: url(${away}/filter#a) } @font-face { font-family: a; src: url(${away}/font) } p { font-family: a }</style></head>
  <body background="${away}/background" onload="top.harmed=1"><script>top.harmed=1;top.location='${away}/top'</script><script src="${away}/script"></script>
  <svg onload="top.harmed=1"><image href="${away}/svg"/><use href="${away}/use#a"/><a href="${away}/svg-link"><text y="20">Drawn</text></a></svg>
  <img src="${away}/image" onerror="top.harmed=1"><img src="/_standin/state" srcset="${away}/set 1x"><img src="x" onerror="top.harmed=1">
  <p style="background: url(${away}/style)">Read me</p><video autoplay poster="${away}/poster" src="${away}/video"></video><audio src="${away}/audio"></audio>
  <iframe src="${away}/frame"></iframe><iframe srcdoc="<script>top.harmed=1</script><iframe src=${away}/inner>"></iframe><frameset><frame src="${away}/frameset"></frameset>
  <object data="${away}/object"></object><embed src="${away}/embed"><input type="image" src="${away}/input" autofocus>
  <form action="${away}/form" target="_top"><button>Send it</button></form><img src="data:text/html,<script>top.harmed=1</script>">
  <a href="${away}/click" target="_top" ping="${away}/ping">Click me</a> <a href="javascript:top.harmed=1">Or me</a>
  <a href="${away}/blank" target="_blank">New window</a> <a href="/_standin/state" target="_self">Own</a> <a href="data:text/html,gone" target="_top">Data</a>
  <p ONCLICK=top.harmed=1 title="On a >day one=two <base href=x>">Loud</p><b/onclick="top.harmed=1"/onblur>bold</b><img alt="on"onload=top.harmed=1>
  <<base>base href="${away}/joined"><!-- <base href="${away}/comment"> --><p>${'long '.repeat(20_000)}</p></body></html>`

/** What the browser says in the console when it refuses something. */
const refused = /Content Security Policy|sandboxed|Unsafe attempt|Refused to|<link rel=|fenced frame|did not open/

for (const width of [1_280, 390]) {
  tester(`a hostile email does nothing, loads nothing and leads nowhere, at ${width} pixels`, async () => {
    const { away, connected } = await elsewhere()
    const { url, client, simulator } = await served()
    await client.call('notifications.createOrder', { body: email('one', 'kari@example.org', 'Hostile', hostileEmail(away)) })
    await simulator.advance({ by: 'PT10M' })
    const page = await visit(url, '#/messages/1', { expected: refused, blocked: away, viewport: { width, height: 844 } })
    const popups: unknown[] = []
    page.on('popup', (popup) => popups.push(popup))
    const frame = page.frameLocator('iframe')
    await frame.getByText('Read me').waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    expect(await frame.locator('[href], iframe, frame, object, embed').count()).toBe(0)
    for (const text of ['Click me', 'Or me', 'New window', 'Own', 'Data', 'Loud', 'bold', 'Send it', 'Drawn'])
      await frame.getByText(text, { exact: true }).click()
    await page.getByRole('region', { name: "The email's links" }).getByText(`${away}/click`).waitFor()
    await page.getByRole('region', { name: "The email's links" }).getByText('data:text/html,gone').waitFor()
    expect([await violations(page), await overflows(page)]).toEqual([[], false])
    for (const tab of ['On a phone', 'Text', 'Source']) await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tab', { name: 'Text' }).click()
    await page.getByText(`Click me <${away}/click>`).waitFor()
    await page.getByRole('tab', { name: 'Rendered' }).click()
    await frame.getByText('Read me').waitFor()

    expect(await frame.getByText('Loud').getAttribute('title')).toBe('On a >day one=two <base data-href=x>')
    expect([await page.evaluate(() => 'harmed' in window), page.url(), popups, connected]).toEqual([
      false,
      `${url}/_standin/#/messages/1`,
      [],
      [],
    ])
  })
}

tester('a long email is scrolled by the keyboard', async ({ url, client, simulator }) => {
  await client.call('notifications.createOrder', {
    body: email('one', 'kari@example.org', 'Long', `Dear Kari${'<p>Hello</p>'.repeat(500)}`),
  })
  await simulator.advance({ by: 'PT10M' })
  const page = await visit(url, '#/messages/1')
  const frame = page.frameLocator('iframe')
  await frame.getByText('Dear Kari').waitFor()
  await page.getByRole('tab', { name: 'Rendered' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('PageDown')

  await expect.poll(() => frame.locator('html').evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
})

tester('the address of a hostile email is as harmless without a frame around it', async () => {
  const { away, connected } = await elsewhere()
  const { url, client, simulator } = await served()
  await client.call('notifications.createOrder', { body: email('one', 'kari@example.org', 'Hostile', hostileEmail(away)) })
  await simulator.advance({ by: 'PT10M' })
  const { ticket } = (await (await fetch(`${url}/_standin/outbox/1/mail`, { method: 'POST' })).json()) as { ticket: string }
  const page = await visit(url, `mail/${ticket}`, { expected: refused, blocked: away })
  for (const text of ['Click me', 'Or me', 'Own', 'Send it']) await page.getByText(text, { exact: true }).click()

  expect([await page.evaluate(() => `${'harmed' in window} ${window.origin}`), page.url(), connected]).toEqual([
    'false null',
    `${url}/_standin/mail/${ticket}`,
    [],
  ])
})

tester('from another machine, an email is shown to who gave the admin token, and its address works once', async () => {
  const { url, client, simulator } = await served({ adminToken: 'open-sesame' })
  await client.call('notifications.createOrder', { body: email('one', 'kari@example.org', 'Your case', '<p>Dear Kari</p>') })
  await simulator.advance({ by: 'PT10M' })
  const away = { 'x-forwarded-for': '10.0.0.9' }
  const page = await visit(url, '#/messages/1', { extraHTTPHeaders: away, expected: /401/ })
  await page.getByRole('textbox', { name: 'Admin token' }).fill('open-sesame')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.frameLocator('iframe').getByText('Dear Kari').waitFor()
  const address = await page.locator('iframe').getAttribute('src')

  expect((await fetch(address ?? '', { headers: away })).status).toBe(404)
  expect((await fetch(`${url}/_standin/outbox/1/mail`, { method: 'POST', headers: away })).status).toBe(401)
})

test('the page offers every status that a delivery report can have', () => {
  for (const channel of ['Email', 'SMS'] as const) expect([...reports[channel]].sort()).toEqual([...reportStatuses[channel]].sort())
})
