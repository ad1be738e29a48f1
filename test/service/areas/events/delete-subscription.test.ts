import { recipient, sender } from '../../../support/file-transfers.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'
import { subscribed, subscriber } from '../../../support/subscribers.ts'

const mine = subscriber(recipient)

async function prepared() {
  const here = standin()
  await subscribed(here.client, { endPoint: 'https://hooks.example.org/x', as: mine })
  const remove = async (as: typeof mine | null, id = '1') => {
    const { status, text } = await here.client.call('events.deleteSubscription', { as, params: { id } })
    return { status, text }
  }
  const left = async () => (await here.client.call('events.listSubscriptions', { as: mine })).body.count
  return { here, remove, left }
}

rule('events §4', 'a subscription is deleted once, and answered 200 without a body', async () => {
  const { remove, left } = await prepared()

  expect(await remove(mine)).toEqual({ status: 200, text: '' })
  expect(await left()).toBe(0)
  expect(await remove(mine)).toEqual({ status: 404, text: '' })
})

rule('events §4', 'foreign-subscription, no-such-subscription and no token are refused without a body', async () => {
  const { remove, left } = await prepared()

  expect([await remove(subscriber(sender)), await remove(mine, '7'), await remove(null)]).toEqual([
    { status: 403, text: '' },
    { status: 404, text: '' },
    { status: 401, text: '' },
  ])
  expect(await left()).toBe(1)
})

rule('events §4', 'a subscription that is deleted and made again has another id', async () => {
  const { here, remove } = await prepared()
  await remove(mine)

  expect(await subscribed(here.client, { endPoint: 'https://hooks.example.org/x', as: mine })).toBe(2)
})
