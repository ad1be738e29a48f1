import { expect, test } from 'vitest'
import { derivedClientId } from '../../../../src/service/tokens/issue.ts'
import { initialized, recipient, sender } from '../../../support/file-transfers.ts'
import { standin } from '../../../support/standin.ts'
import { endpoint, listening, subscribed, subscriber } from '../../../support/subscribers.ts'

test('events that come at the same pace are no calls that keep failing', async () => {
  const here = standin({ verdicts: true })
  await listening(here)
  for (let nth = 0; nth < 6; nth++) {
    await initialized(here.client)
    await here.simulator.advance({ by: 5_000 })
  }

  const { verdicts } = await here.simulator.verdicts()
  const said = (id: string) => verdicts.find((verdict) => verdict.id === id)?.callers.map(({ verdict }) => verdict)
  expect([said('webhook-answers'), said('back-off'), said('retry-end')]).toEqual([['good'], ['not-exercised'], ['not-exercised']])
})

test('a webhook counts for the client that made its subscription, also where an endpoint looks like the members of a reply', async () => {
  const here = standin({ verdicts: true, outbound: 'loopback' })
  const { url } = await endpoint()
  await subscribed(here.client, { endPoint: url, as: subscriber(sender) })
  await subscribed(here.client, { endPoint: `${url}?a=%22%2C"id":1,"consumer":"x"`, as: subscriber(recipient) })
  await here.simulator.advance({ by: 60_000 })
  await initialized(here.client)
  await here.simulator.advance({ by: 60_000 })

  const { verdicts } = await here.simulator.verdicts()
  const callers = verdicts.find(({ id }) => id === 'webhook-answers')?.callers.map(({ caller }) => caller)
  expect(callers?.sort()).toEqual([sender, recipient].map(({ orgNo }) => derivedClientId(orgNo)).sort())
})
