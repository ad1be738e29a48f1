import { recipient, sender } from '../../../support/file-transfers.ts'
import { expect, rule } from '../../../support/rule.ts'
import { standin } from '../../../support/standin.ts'
import { subscribed, subscriber } from '../../../support/subscribers.ts'

const mine = subscriber(recipient)

async function show(as: typeof mine | null, id: string) {
  const here = standin()
  await subscribed(here.client, { endPoint: 'https://hooks.example.org/x', as: mine })
  const { status, text } = await here.client.call('events.getSubscription', { as, params: { id } })
  return { status, text }
}

rule('events §4', 'the maker of a subscription sees it as it was made', async () => {
  const { status, text } = await show(mine, '1')

  expect([status, JSON.parse(text)]).toMatchObject([200, { id: 1, consumer: '/organisation/370916446', validated: false }])
})

for (const [what, as, id, status] of [
  ['no-such-subscription', mine, '2', 404],
  ['no-such-subscription, for any caller', subscriber(sender), '2', 404],
  ['no-such-subscription: ids are not negative', mine, '-1', 404],
  ['foreign-subscription', subscriber(sender), '1', 403],
  ['unauthenticated', null, '1', 401],
  ['unauthenticated, before the id is looked at', null, 'x', 401],
] as const) {
  rule('events §4', `${what}: ${status}, empty`, async () => {
    expect(await show(as, id)).toEqual({ status, text: '' })
  })
}

for (const id of ['x', '1.5', '1e3', '9999999999', '0x1', '%20', '1 or 1=1']) {
  rule('events §4', `${id} is not an integer: a validation problem`, async () => {
    const { status, text } = await show(mine, id)

    expect([status, Object.keys(JSON.parse(text).errors)]).toEqual([400, ['id']])
  })
}
