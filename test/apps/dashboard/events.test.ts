/** The events, as a tester works with them. */
import { expect } from 'vitest'
import { tester, visit } from '../../support/dashboard.ts'
import { initialized, recipient } from '../../support/file-transfers.ts'
import { endpoint, subscribed, subscriber } from '../../support/subscribers.ts'

tester('a tester makes a webhook fail, sees when it is tried again, and resends it', async ({ url, client, simulator }) => {
  let isBroken = true
  const hook = await endpoint((response, { event }) =>
    response.writeHead(isBroken && event.type !== 'platform.events.validatesubscription' ? 500 : 200).end(),
  )
  await subscribed(client, { endPoint: hook.url })
  await subscribed(client, { endPoint: hook.url, as: subscriber(recipient), typeFilter: 'no.altinn.broker.published' })
  await simulator.advance({ by: 1_000 })
  await initialized(client)
  await simulator.advance({ by: 1_000 })
  const page = await visit(url, '#/events')
  await page
    .getByRole('row', { name: /initialized/ })
    .first()
    .getByRole('link')
    .click()
  const event = page.getByRole('article', { name: 'Event' })
  await event.getByText('no match').waitFor()
  await event.getByRole('link', { name: 'waiting' }).click()

  const delivery = page.getByRole('article', { name: 'Delivery' })
  await delivery.getByText('1 attempt, the next attempt at 2026-06-01 10:00:12').waitFor()
  await delivery.getByRole('row', { name: /500 the endpoint returned 500/ }).waitFor()
  isBroken = false
  await delivery.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('The delivery arrived.').waitFor()
  await delivery.getByText('delivered', { exact: true }).waitFor()
  expect(hook.events()).toHaveLength(2)

  await page.getByRole('link', { name: 'Subscriptions' }).click()
  await page.getByRole('button', { name: 'Remove subscription 2' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('button', { name: 'Remove subscription 2' }).waitFor({ state: 'detached' })
  expect(simulator.subscriptions.list().total).toBe(1)
})

tester('a tester breaks off a delivery that waits', async ({ url, client, simulator }) => {
  const hook = await endpoint((response, { event }) =>
    response.writeHead(event.type === 'platform.events.validatesubscription' ? 200 : 503).end(),
  )
  await subscribed(client, { endPoint: hook.url })
  await simulator.advance({ by: 1_000 })
  await initialized(client)
  await simulator.advance({ by: 1_000 })
  const page = await visit(url, '#/events/deliveries?status=waiting')
  await page
    .getByRole('row', { name: /waiting/ })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Break off' }).click()

  await page.getByRole('article', { name: 'Delivery' }).getByText('failed', { exact: true }).waitFor()
  await page.getByText('No matching deliveries').waitFor()
})

tester('a tester without a server sees what a hook receives, and chooses what it answers', async ({ url, client, simulator }) => {
  const page = await visit(url, '#/events')
  await page.getByRole('link', { name: 'Hooks' }).click()
  const endPoint = await page.locator('.hooks code').innerText()
  expect(endPoint).toBe(`${url}/_standin/hooks/mine`)
  await subscribed(client, { endPoint })
  await simulator.advance({ by: 1_000 })
  await page.getByRole('row', { name: /200 validatesubscription/ }).waitFor()

  await page.getByLabel('Reply').selectOption('503: unavailable')
  await page.getByText('The hook now returns 503.').waitFor()
  await initialized(client)
  await simulator.advance({ by: 1_000 })
  const arrived = page.getByRole('row', { name: /503 filetransferinitialized/ })
  await arrived.getByText('bytes').first().click()
  await arrived.getByText('"specversion"').waitFor()
  expect(simulator.deliveries.list().deliveries.map(({ status }) => status)).toEqual(['delivered', 'waiting'])

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No request has arrived yet.').waitFor()
  expect(simulator.hooks.show('mine')).toMatchObject({ status: 200, received: 0 })
})
