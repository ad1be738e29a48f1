/** Recipes through their control row: each story at each pace and in each dialect, in a world that others use. */
import { readFileSync } from 'node:fs'
import { recipes } from '../../../src/control/recipes/index.ts'
import { type Asking, control, refusal } from '../../support/control.ts'
import { orderTo, toEmail } from '../../support/orders.ts'
import { expect, test } from '../../support/rule.ts'

const names = recipes.map(({ name }) => name)

type Ask = ReturnType<typeof control>['ask']
const trigger = (ask: Ask, recipe: string, more: Asking = {}) => ask('control.triggerRecipe', { params: { recipe }, ...more })
const calls = (body: { readonly calls: { kind: string; operation: string; status: number | null }[] }) =>
  body.calls.filter(({ kind }) => kind === 'call').map(({ operation, status }) => `${operation.split('.')[1]} ${status}`)

for (const pace of ['fast', 'instant', 'real'] as const)
  for (const dialect of ['spec', 'live'] as const)
    test(`each recipe tells its story, and switches off what it switched on (${pace}, ${dialect})`, async () => {
      const { simulator, ask } = control({ pace, dialect, rateLimits: 'current' })
      for (const name of names) {
        const { status, body } = await trigger(ask, name)

        expect([name, status, body.detail]).toEqual([name, 200, undefined])
        expect(body.happened.length).toBeGreaterThan(1)
        expect(body.happened.join(' ')).not.toContain('undefined')
      }
      const { scenarios } = await simulator.scenarios.list()
      expect(scenarios.filter(({ source, active }) => source === 'defined' || active)).toEqual([])
      expect([simulator.subscriptions.list().total, simulator.hooks.list().total]).toEqual([0, 0])
    })

/** What each recipe must show, in words and calls. Outages differ in their service alone. */
const shown = {
  'order-bounced': ['Email_Failed_Bounced', ['createOrder 201', 'getShipment 200']],
  reminder: ['The reminder was sent', ['createOrder 201', 'getShipment 200', 'getShipment 200']],
  'reserved-person': ['Email_Failed_RecipientReserved', ['createOrder 201', 'getShipment 200']],
  duplicate: ['The outbox contains 1 message', ['createOrder 201', 'createOrder 200', 'getShipment 200']],
  'lost-reply': ['The outbox contains 1 message', ['createOrder null', 'createOrder 200', 'getShipment 200']],
  'cancelled-call': ['499 NOT-00002', ['createOrder 499', 'createOrder 200']],
  'file-infected': ['Malware scan failed', ['initialize 200', 'upload 200', 'overview 200', 'download 403']],
  'limit-used-up': ['429, with Retry-After: 60', ['search 200', 'search 200', 'search 429']],
  'webhook-failing': ['Attempt 2 succeeded', undefined],
  'outage-register': ['got status 503, because the service "register"', ['createOrder 503', 'createOrder 201']],
  'outage-names': ['Order_Processing', ['createOrder 201', 'getShipment 200', 'getShipment 200']],
  'outage-authorization': ['got status 503', ['initialize 200', 'overview 503', 'overview 200']],
  'outage-resource-registry': ['got status 503', ['initialize 503', 'initialize 200']],
  'outage-sms': ['got status 503', ['createInstantSms 503', 'createInstantSms 201']],
  'outage-email': ['got status 503', ['createInstantEmail 503', 'createInstantEmail 201']],
  'outage-storage': ['got status 503', ['initialize 200', 'upload 503', 'upload 200']],
  'outage-scanner': ['UploadProcessing', ['initialize 200', 'upload 200', 'overview 200', 'overview 200']],
  'outage-events': ['could not be published', ['initialize 200', 'upload 200', 'overview 200']],
  'outage-database': ['got status 503', ['createOrder 503', 'createOrder 201']],
} as const

test('the reply of a recipe has what happened in sentences, and its calls with their lines and reasons', async () => {
  const { ask, simulator } = control({ pace: 'fast', rateLimits: 'current' })
  expect(Object.keys(shown)).toEqual(names)
  for (const [name, [sentence, wanted]] of Object.entries(shown)) {
    const { body } = await trigger(ask, name)

    expect([name, body.happened.join('\n')]).toEqual([name, expect.stringContaining(sentence)])
    if (wanted) expect([name, calls(body)]).toEqual([name, wanted])
    for (const { kind, line, status } of body.calls)
      if (kind === 'call' && status !== null) expect(simulator.journal.find(line).status).toBe(status)
  }
  expect((await trigger(ask, 'duplicate')).body.calls[1].why).toContain('a retry')
})

test('a recipe has a client of its own, and a second run another one', async () => {
  const { ask, simulator } = control({ rateLimits: 'current' })
  const [one, other] = [await trigger(ask, 'limit-used-up'), await trigger(ask, 'limit-used-up')]

  expect(one.body.caller).toMatch(/^recipe-r[\da-f]{8}$/)
  expect(other.body.caller).not.toBe(one.body.caller)
  const callers = simulator.journal.list({ operation: 'fileTransfer.search' }).journal.map(({ caller }) => caller?.clientId)
  expect(new Set(callers)).toEqual(new Set([one.body.caller, other.body.caller]))
})

test('others in the world do not meet the failures of a recipe', async () => {
  const { ask, client, simulator } = control({ pace: 'fast', clock: 'real' })
  const running = Promise.all(names.filter((name) => name.startsWith('outage-')).map((name) => trigger(ask, name)))
  const statuses = new Set<number>()
  for (let nth = 0; nth < 50; nth++) {
    const { status } = await client.call('notifications.createOrder', { body: orderTo(toEmail(), { idempotencyId: `other-${nth}` }) })
    statuses.add(status)
    await simulator.pause(2)
  }
  const replies = await running

  expect(statuses).toEqual(new Set([201]))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
})

test('a clock that runs is waited for: at the pace fast, only the second attempt of a webhook moves it', async () => {
  const { ask } = control({ pace: 'fast', clock: 'real', rateLimits: 'current' })
  const replies = await Promise.all(names.map((name) => trigger(ask, name)))

  expect(replies.filter(({ body }) => body.moved !== 'PT0S').map(({ body }) => body.name)).toEqual(['webhook-failing'])
  expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200))
})

test('at the pace real, the clock is moved to what the recipe has booked, and the reply says how far', async () => {
  const { ask, simulator } = control({ pace: 'real' })
  const before = Date.parse(simulator.clock.show().now)
  const { body } = await trigger(ask, 'order-bounced')
  const moved = Date.parse(simulator.clock.show().now) - before

  expect(body.moved).toBe(`PT${moved / 1_000}S`)
  expect(body.happened.at(-1)).toMatch(/^This world's clock was advanced by (\d+ s|\d minutes) for everyone in it/)
  expect(moved).toBeLessThan(300_000)
})

test('a recipe acts in the world and the environment of its address', async ({ ask, simulator }) => {
  expect((await trigger(ask, 'webhook-failing', { prefix: '/worlds/mine/production' })).status).toBe(200)
  expect(simulator.journal.list().total).toBe(0)
  const { journal } = simulator.knobs('mine').journal.list()
  expect(new Set(journal.map(({ environment }) => environment))).toEqual(new Set(['production']))
})

test('a scenario that is on stops a recipe with a sentence that names it, and nothing stays on', async ({ ask, simulator }) => {
  await simulator.scenarios.use('unauthorized')
  expect(await trigger(ask, 'outage-scanner')).toMatchObject(
    refusal(409, /^Recipe outage-scanner cannot continue\. .*returned 401.* Active scenarios in this world: unauthorized\./s),
  )
  expect((await simulator.scenarios.list()).scenarios.filter(({ source }) => source === 'defined')).toEqual([])
})

test('what a recipe needs and the server does not have is named', async () => {
  const { ask } = control({ rateLimits: 'off' })

  expect((await trigger(ask, 'limit-used-up')).body.detail).toContain('Rate limits are off')
  const { status, body } = await trigger(ask, 'order-bounce')
  expect([status, body.detail]).toEqual([400, expect.stringContaining('Did you mean order-bounced?')])
})

test('the list has each recipe with the words of testers', async ({ ask }) => {
  const { body } = await ask('control.listRecipes')

  expect(body.recipes.map(({ name }: { name: string }) => name)).toEqual(names)
  expect(body.recipes[0]).toMatchObject({ title: 'An email bounces', words: expect.arrayContaining(['bounce']) })
})

test('the document of recipes has each of them, with its summary', () => {
  const text = readFileSync('docs/recipes.md', 'utf8')
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)].map(([, name, summary]) => [name, summary])

  expect(rows).toEqual(recipes.map(({ name, summary }) => [name, summary]))
})

test('the name of a member of every object is a word like any other', async ({ ask }) => {
  for (const text of ['__proto__', 'constructor', 'toString']) {
    const { status, body } = await ask('control.listRecipes', { query: { text } })

    expect([status, body.recipes]).toEqual([200, []])
  }
})
