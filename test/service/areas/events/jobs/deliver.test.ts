/** How an endpoint is called, and which replies count as success. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { nodePlatform } from '../../../../../src/platform/node.ts'
import type { OutgoingRequest, Platform } from '../../../../../src/service/world/platform.ts'
import { initialized, published, recipient } from '../../../../support/file-transfers.ts'
import { hosted } from '../../../../support/hosts.ts'
import { expect, rule, test } from '../../../../support/rule.ts'
import { switchOn } from '../../../../support/rules.ts'
import { base, standin } from '../../../../support/standin.ts'
import { type Answering, both, endpoint, listening, owner, short, subscribed, subscriber, urn } from '../../../../support/subscribers.ts'

const isValidation = (event: { type: string }) => event.type === 'platform.events.validatesubscription'

/** Accepts its validation, and then answers like this. */
const then =
  (answer: Answering): Answering =>
  (response, told, nth) =>
    isValidation(told.event) ? response.end() : answer(response, told, nth)

/** Makes no real calls: remembers them, and answers. */
function platformThat(answer: (request: OutgoingRequest) => Promise<number>) {
  const requests: OutgoingRequest[] = []
  const platform: Platform = {
    ...nodePlatform(),
    async call(request) {
      requests.push(request)
      return { status: await answer(request), headers: {}, body: new Uint8Array() }
    },
  }
  return { platform, requests }
}

/** A platform whose calls time out early. */
const impatient = (): Platform => {
  const platform = nodePlatform()
  return { ...platform, call: (request) => platform.call({ ...request, timeout: 50 }) }
}

rule('events §5.1, events §3.1', 'events.deliver: the request is a bare event in JSON, without any authentication', async ({ here }) => {
  const { events } = await listening(here)
  const id = await initialized(here.client)
  await here.simulator.advance({ until: 'settled' })
  const [{ method, headers, body } = { method: '', headers: {} as Record<string, string>, body: '' }] = events()

  expect(method).toBe('POST')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers.authorization).toBeUndefined()
  expect(Object.keys(headers).sort()).toEqual(['content-length', 'content-type', 'host', 'traceparent'])
  expect(headers.traceparent).toMatch(/^00-[0-9a-f]{32}-0{15}1-00$/)
  expect(body).toMatch(/^\{"specversion":"1\.0","id":"[0-9a-f-]{36}","type":"no\.altinn\.broker\.filetransferinitialized","time":/)
  expect(body).toContain(`"resourceinstance":"${id}"`)
  expect(body).toContain(`"source":"${base}/broker/api/v1/filetransfer","datacontenttype":"application/json","data":{"Role":"Sender"}}`)
})

rule('events §4.4', 'a validation has no time, resource, subject and data', async ({ here }) => {
  const { all, id } = await listening(here)

  expect(all.map(({ body }) => body)).toEqual([
    `{"specversion":"1.0","id":"${all[0]?.event.id}","source":"${base}/events/api/v1/subscriptions/${id}","type":"platform.events.validatesubscription"}`,
  ])
  expect(all[0]?.headers['content-type']).toBe('application/json; charset=utf-8')
})

rule('decisions §2, events §3', 'an event has one source, whichever address it is read by: that of the sender of the file', async () => {
  const here = await hosted('express')
  const { url, events } = await endpoint()
  const team = here.clientOf('/worlds/team')
  await subscribed(team, { endPoint: url })
  await initialized(team)
  await here.simulator.knobs('team').advance({ until: 'settled' })
  const { token } = await here.simulator.token(owner)
  const headers = { authorization: `Bearer ${token}`, 'x-standin-world': 'team' }
  const polled = await fetch(`${here.origin}/events/api/v1/events?resource=${urn}&after=0`, { headers })
  const sources = [...events().map(({ event }) => event.source), ...(await polled.json()).map(({ source }: { source: string }) => source)]

  expect(sources).toEqual(Array(2).fill(`${here.origin}/worlds/team/broker/api/v1/filetransfer`))
  expect(
    here.simulator
      .knobs('team')
      .events.list()
      .events.map(({ event }) => event.source),
  ).toEqual([sources[0]])
})

for (const status of [200, 201, 202, 204, 299]) {
  rule('events §5.1', `${status} is taken`, async ({ here }) => {
    const { events } = await listening(
      here,
      {},
      then((response) => response.writeHead(status).end()),
    )
    await initialized(here.client)
    await here.simulator.advance({ by: 3_600_000 })

    expect(events()).toHaveLength(1)
    expect(here.simulator.deliveries.list().deliveries.at(-1)).toMatchObject({
      status: 'delivered',
      next: null,
      attempts: [{ status, why: null }],
    })
  })
}

for (const [what, answer, why] of [
  ['300', (response) => response.writeHead(300).end(), 'the endpoint returned 300'],
  ['400', (response) => response.writeHead(400).end(), 'the endpoint returned 400'],
  ['500', (response) => response.writeHead(500).end('no'), 'the endpoint returned 500'],
  ['a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end(), 'the endpoint returned 307'],
  [
    'a redirect to another scheme',
    (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    'the endpoint returned 302',
  ],
  ['a broken line', (response) => response.destroy(), expect.stringContaining('ECONNRESET')],
  ['no answer', () => {}, 'no reply within 1 s'],
] as const satisfies [string, Answering, unknown][]) {
  rule('events §5.1, decisions §15', `${what} is a failure, and is tried again`, async () => {
    const here = standin(what === 'no answer' ? { platform: impatient() } : {})
    const { all, events } = await listening(here, {}, then(answer))
    await initialized(here.client)
    await here.simulator.advance({ until: 'settled' })

    expect(events()).toHaveLength(1)
    expect(all).toHaveLength(2)
    expect(here.simulator.deliveries.list().deliveries.at(-1)).toMatchObject({ status: 'waiting', attempts: [{ why, resent: false }] })
  })
}

rule('events §5.1', 'an endless reply is read no further than its status', async ({ here }) => {
  const chunk = Buffer.alloc(2 ** 20)
  let sent = 0
  const { events } = await listening(
    here,
    {},
    then((response) => {
      const pour = () => {
        while (!response.destroyed && sent < 2 ** 30) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', pour)
        }
      }
      pour()
    }),
  )
  await initialized(here.client)
  await here.simulator.advance({ until: 'settled' })

  expect(events()).toHaveLength(1)
  expect(here.simulator.deliveries.list().deliveries.at(-1)).toMatchObject({ status: 'delivered' })
  expect(sent).toBeLessThan(2 ** 26)
})

for (const [outbound, endPoint, why] of [
  [
    'loopback',
    'https://hooks.example.org/x',
    'only calls to this machine are allowed (--outbound loopback), but the host is hooks.example.org',
  ],
  ['off', 'http://127.0.0.1:9/hook', 'outgoing calls are off (--outbound)'],
  ['loopback', 'http://127.0.0.1:4300/_standin/reset', 'control rows are not called'],
] as const) {
  rule('decisions §15', `${outbound}: ${endPoint} counts as validated, and its deliveries are held`, async () => {
    const here = standin({ outbound })
    const id = await subscribed(here.client, { endPoint })
    await here.simulator.advance({ by: 1_000 })
    await initialized(here.client)
    await here.simulator.advance({ by: 3_600_000 })
    const { body } = await here.client.call('events.getSubscription', { as: owner, params: { id: String(id) } })

    expect(body.validated).toBe(true)
    expect(here.simulator.deliveries.list().deliveries).toMatchObject([
      { kind: 'validation', status: 'held', attempts: [{ status: null, why }] },
      { kind: 'event', status: 'held', next: null, attempts: [{ status: null, why }] },
    ])
    expect(here.simulator.world.journal.jobs.list().map((line) => line.why)).toContainEqual(expect.stringContaining(why))
  })
}

rule('decisions §8', 'deliveries of one instant are sent together, and noted in the order of their booking', async () => {
  const answers: (() => void)[] = []
  const { platform, requests } = platformThat(
    ({ body = '' }) =>
      new Promise((resolve) => {
        if (isValidation(JSON.parse(body))) resolve(200)
        else answers.push(() => resolve(200))
      }),
  )
  const here = standin({ platform })
  for (const name of ['a', 'b', 'c']) await subscribed(here.client, { endPoint: `http://127.0.0.1:1/${name}` })
  await here.simulator.advance({ by: 1_000 })
  await initialized(here.client)
  const advanced = here.simulator.advance({ by: 1_000 })
  await expect.poll(() => answers.length).toBe(3)
  const [first, ...later] = answers
  for (const answer of later.reverse()) answer()
  await pause(20)
  const meanwhile = here.simulator.deliveries.list({ status: 'waiting' }).deliveries.length
  first?.()
  const { happened } = await advanced

  expect(meanwhile).toBe(3)
  expect(requests.slice(3).map(({ url }) => url.at(-1))).toEqual(['a', 'b', 'c'])
  expect(happened.filter(({ what }) => what === 'events.deliver').map(({ subscription }) => subscription)).toEqual([1, 2, 3])
  expect(here.simulator.deliveries.list().deliveries.map(({ status }) => status)).toEqual(Array(6).fill('delivered'))
})

rule('events §5.2', 'a delivery that fails does not delay later ones', async ({ here }) => {
  const { events } = await listening(
    here,
    {},
    then((response, { event }) => response.writeHead(event.type.endsWith('initialized') ? 500 : 200).end()),
  )
  await published(here.client)
  await here.simulator.advance({ until: 'settled' })

  expect(events().map(({ event }) => short(event))).toEqual(expect.arrayContaining(['published S', 'published R1']))
})

rule('events §4', 'a deleted subscription gets no events', async ({ here }) => {
  const { id, events } = await listening(here)
  await initialized(here.client)
  await here.client.call('events.deleteSubscription', { as: owner, params: { id: String(id) } })
  await here.simulator.advance({ until: 'settled' })

  expect(events()).toEqual([])
})

rule('events §4, events §5.2', 'a delivery that waits for its next attempt is dropped with its subscription', async ({ here }) => {
  const { id, events } = await listening(
    here,
    {},
    then((response) => response.writeHead(500).end()),
  )
  await initialized(here.client)
  await here.simulator.advance({ by: 1_000 })
  await here.client.call('events.deleteSubscription', { as: owner, params: { id: String(id) } })
  await here.simulator.advance({ by: 3 * 86_400_000 })

  expect(events()).toHaveLength(1)
  expect(here.simulator.deliveries.list().deliveries.at(-1)).toMatchObject({ status: 'dropped', next: null })
})

test('a world that ends while it waits for an endpoint notes no result', async ({ here }) => {
  const answered = Promise.withResolvers<() => void>()
  const { url } = await endpoint((response) => answered.resolve(() => response.end()))
  await subscribed(here.client, { endPoint: url })
  const advanced = here.simulator.advance({ by: 1_000 })
  const answer = await answered.promise
  here.simulator.reset()
  answer()

  expect((await advanced).happened).toMatchObject([{ what: 'events.deliver', nothing: expect.any(String) }])
  expect(here.simulator.deliveries.list().deliveries).toEqual([])
})

test('a world that ends aborts its calls, and does not delay other worlds', async ({ here }) => {
  const waiting = Promise.withResolvers<void>()
  const left: Promise<unknown>[] = []
  const { url: silent } = await endpoint((response) => {
    left.push(once(response, 'close'))
    if (left.length === 16) waiting.resolve()
  })
  for (let nth = 0; nth < 20; nth++) await subscribed(here.client, { endPoint: `${silent}/${nth}` })
  const advanced = here.simulator.advance({ by: 1_000 })
  await waiting.promise

  here.simulator.reset()
  await Promise.all(left)
  await advanced
  const { events } = await listening(here)
  await initialized(here.client)
  await here.simulator.advance({ until: 'settled' })

  expect(left).toHaveLength(16)
  expect(events()).toHaveLength(1)
})

rule('decisions §8', 'a webhook can call the service, and sees the change of its event', async ({ here }) => {
  const seen: string[] = []
  const { url } = await endpoint(
    then((response, { event }) => {
      const params = { fileTransferId: event.resourceinstance }
      void here.client.call('fileTransfer.overview', { as: recipient, params }).then(({ body }) => {
        seen.push(`${event.type.split('.').at(-1)} ${body.fileTransferStatus}`)
        response.end()
      })
    }),
  )
  await subscribed(here.client, { endPoint: url, as: subscriber(recipient), resourceFilter: urn })
  await published(here.client, both)
  await here.simulator.advance({ until: 'settled' })

  expect(seen).toEqual(['published Published'])
})

rule('decisions §13', 'a delivery waits while the events service is down', async ({ here }) => {
  const { events } = await listening(here)
  await initialized(here.client)
  await switchOn(here, [{ on: 'events.deliver', outage: 'events' }], { ttl: 60_000 })
  await here.simulator.advance({ by: 59_000 })
  const during = events().length
  await here.simulator.advance({ by: 60_000 })

  expect([during, events().length]).toEqual([0, 1])
})
