/** When an endpoint is called again after a failure. */
import { initialized } from '../../../../support/file-transfers.ts'
import { expect, rule } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { type Standin, standin } from '../../../../support/standin.ts'
import { endpoint, listening, owner, subscribed } from '../../../../support/subscribers.ts'

const days = 86_400_000
const isValidation = (event: { type: string }) => event.type === 'platform.events.validatesubscription'

/** The seconds between the attempts of the last delivery. */
function waitsOf({ simulator }: Standin): number[] {
  const times =
    simulator.deliveries
      .list()
      .deliveries.at(-1)
      ?.attempts.map(({ at }) => Date.parse(at)) ?? []
  return times.slice(1).map((at, nth) => (at - (times[nth] ?? 0)) / 1000)
}

for (const pace of ['fast', 'real'] as const) {
  rule('events §5.2, decisions §8', `events.deliverAgain: at the pace ${pace} a delivery fails after twelve attempts`, async () => {
    const here = standin({ pace })
    const { all } = await listening(here, {}, (response, { event }) => response.writeHead(isValidation(event) ? 200 : 503).end())
    await initialized(here.client)
    await here.simulator.advance({ by: 5 * days })

    expect(waitsOf(here)).toEqual([10, 30, 60, 300, 600, 1800, 3600, 10_800, 21_600, 43_200, 43_200])
    expect(all).toHaveLength(13)
    expect(here.simulator.deliveries.list().deliveries.at(-1)).toMatchObject({ status: 'failed', next: null })
    expect(new Set(all.slice(1).map(({ body }) => body)).size).toBe(1)
  })
}

rule('events §5.2, decisions §15', 'a validation is tried nine times; then the subscription stays, but gets no events', async () => {
  const here = standin()
  const { url, all } = await endpoint((response) => response.writeHead(404).end())
  const id = await subscribed(here.client, { endPoint: url })
  await here.simulator.advance({ by: 3_600_000 })
  const waits = waitsOf(here)
  await initialized(here.client)
  await here.simulator.advance({ by: 3_600_000 })
  const { body } = await here.client.call('events.listSubscriptions', { as: owner })

  expect(waits).toEqual([1, 5, 10, 30, 60, 120, 120, 120])
  expect(all).toHaveLength(9)
  expect(body.subscriptions).toMatchObject([{ id, validated: false }])
})

rule('events §4.4', 'a validation that succeeds later validates the subscription', async ({ here }) => {
  const { url, events } = await endpoint((response, _, nth) => response.writeHead(nth < 3 ? 500 : 200).end())
  const id = String(await subscribed(here.client, { endPoint: url }))
  const validated = async () => (await here.client.call('events.getSubscription', { as: owner, params: { id } })).body.validated
  await here.simulator.advance({ by: 6_999 })
  const before = await validated()
  await here.simulator.advance({ by: 1 })
  const after = await validated()
  await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })

  expect([before, after, events().length]).toEqual([false, true, 1])
})

rule('events §5.2, decisions §8', 'a retry is not a working step: the world settles without it', async ({ here }) => {
  const { all } = await listening(here, {}, (response, { event }) => response.writeHead(isValidation(event) ? 200 : 500).end())
  await initialized(here.client)
  await here.simulator.advance({ until: 'settled' })
  const [delivery] = here.simulator.deliveries.list({ status: 'waiting' }).deliveries

  expect(all).toHaveLength(2)
  expect(Date.parse(delivery?.next ?? '')).toBe(Date.parse(delivery?.attempts[0]?.at ?? '') + 10_000)
})

rule('events §5.2', 'each subscription retries on its own', async ({ here }) => {
  const good = await listening(here)
  const bad = await listening(here, {}, (response, { event }, nth) => response.writeHead(isValidation(event) || nth > 2 ? 200 : 500).end())
  await initialized(here.client)
  await here.simulator.advance({ by: 3_600_000 })

  expect([good.events().length, bad.events().length]).toEqual([1, 2])
})

rule('events §5.2, decisions §13', 'an attempt that is due while the database is down is made when the database is back', async () => {
  const here = standin()
  const { events } = await listening(here, {}, (response, { event }, nth) =>
    response.writeHead(isValidation(event) || nth > 2 ? 200 : 500).end(),
  )
  await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })
  await switchOn(here, [{ on: 'events.deliverAgain', outage: 'database' }], { ttl: 60_000 })
  await here.simulator.advance({ by: 59_000 })
  const during = events().length
  await here.simulator.advance({ by: 10_000 })

  expect([during, events().length]).toEqual([1, 2])
})
