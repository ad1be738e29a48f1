/** `standin deliveries`. */
import { expect, test } from 'vitest'
import { misuse, serverForFile } from '../../support/command-line.ts'
import { endpoint, owner, urn } from '../../support/subscribers.ts'

const { inNewWorld } = await serverForFile()

async function subscribed(endPoint: string) {
  const here = inNewWorld()
  await here.client.call('events.createSubscription', { as: owner, body: { endPoint, resourceFilter: urn } })
  await here.knobs.advance({ by: 1_000 })
  const [delivery] = here.knobs.deliveries.list().deliveries
  return { ...here, id: delivery?.id ?? '' }
}

test('each delivery is one line, with its last failure', async () => {
  const hook = await endpoint((response) => void response.writeHead(500).end())
  const { run, id } = await subscribed(hook.url)
  const type = 'platform.events.validatesubscription'

  expect((await run('deliveries', 'list')).out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['ID', 'MADE', 'STATUS', 'ATTEMPTS', 'NEXT', 'TYPE', 'ENDPOINT', 'WHY'],
    [id, '2026-06-01T10:00:00Z', 'waiting', '1', '2026-06-01T10:00:02Z', type, hook.url, 'the endpoint returned 500'],
    [''],
  ])
})

test('the status filters the list, and a status that does not exist is misuse', async () => {
  const { run } = await subscribed('https://example.org/hook')
  const total = async (status: string) => JSON.parse((await run('deliveries', 'list', '--status', status, '--json')).out).total

  expect([await total('held'), await total('failed')]).toEqual([1, 0])
  expect(await run('deliveries', 'list', '--status', 'lost')).toMatchObject(misuse('--status is "lost". Valid: waiting, '))
})

test('a delivery is sent again, to another address', async () => {
  const hook = await endpoint()
  const { run, id, knobs } = await subscribed('https://example.org/hook')
  const { code, out } = await run('deliveries', 'resend', id, '--to', hook.url)

  expect([code, hook.all.length]).toEqual([0, 1])
  expect(out).toMatch(new RegExp(`^ID .*\\n${id} .* delivered +2 `))
  expect(knobs.deliveries.list().deliveries).toMatchObject([
    { status: 'delivered', attempts: [{ resent: false }, { endPoint: hook.url, resent: true }] },
  ])
})

test('a delivery that does not exist is misuse', async () => {
  const { run } = inNewWorld()

  expect(await run('deliveries', 'resend', '../a b')).toEqual({ code: 2, out: '', err: 'standin: Delivery not found: "../a b".\n' })
})
