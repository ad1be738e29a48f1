/** Breaks replies and leaves calls in a page, where MSW's service worker or the page itself answers. */
import { expect, test } from 'vitest'
import { found, pageOf } from '../support/chromium.ts'

const hosts = ['worker', 'page'] as const

// Retried because Chromium can discard bytes that a service worker has sent when the connection breaks.
test.skipIf(!found).each(hosts)(
  'a reply breaks off after exactly the bytes that a scenario lets through (%s)',
  { retry: 2 },
  async (intercept) => {
    const page = await pageOf('standin')
    await page.evaluate((host) => window.begin({ intercept: host, clock: 'frozen' }), intercept)

    const seen = await page.evaluate(async () => {
      const params = await window.simulator.givens.arrange('a published file transfer exists', { content: 'x'.repeat(5_000) })
      window.simulator.scenarios.define('cut', {
        summary: 'Downloads break off',
        rules: [{ on: 'fileTransfer.download', disconnect: { when: 'after-work', afterBytes: 10 } }],
      })
      await window.simulator.scenarios.use(window.anyName('cut'))
      const breaks = []
      for (let time = 0; time < 5; time++) {
        const { body } = await window.client.open('fileTransfer.download', { params })
        const reader = body?.getReader()
        let bytes = 0
        const error = await (async () => {
          for (;;) {
            const part = await reader?.read()
            if (part?.done !== false) return 'none'
            bytes += part.value.byteLength
          }
        })().catch((thrown: Error) => thrown.constructor.name)
        breaks.push(`${bytes}, then ${error}`)
      }
      return { breaks, journal: window.simulator.world.journal.calls.list().flatMap(({ cut, replyBytes }) => (cut ? [replyBytes] : [])) }
    })

    expect(seen.breaks).toEqual(Array.from({ length: 5 }, () => '10, then TypeError'))
    expect(seen.journal).toEqual(Array.from({ length: 5 }, () => 10))
  },
)

test.skipIf(!found)('an XMLHttpRequest that is given up is recorded as 499, and one that breaks off fails (page)', async () => {
  const page = await pageOf('standin')
  await page.evaluate(() => window.begin({ intercept: 'page', clock: 'frozen' }))

  const seen = await page.evaluate(async () => {
    const { simulator } = window
    simulator.scenarios.define('held', { summary: 'Tokens wait', rules: [{ on: 'authentication.getMetadata', latency: 'PT1M' }] })
    simulator.scenarios.define('cut', {
      summary: 'Tokens break off',
      rules: [{ on: 'authentication.getMetadata', disconnect: { when: 'after-work', afterBytes: 10 } }],
    })
    const lines = () => simulator.world.journal.calls.list()
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const call = () => {
      const request = new XMLHttpRequest()
      const ended = new Promise<string>((resolve) => {
        for (const type of ['load', 'error', 'abort']) request.addEventListener(type, () => resolve(type))
      })
      request.open('GET', '/.well-known/oauth-authorization-server')
      request.send()
      return { request, ended }
    }
    const whole = await call().ended
    await simulator.scenarios.use(window.anyName('held'))
    const left = call()
    await until(() => lines().some(({ scenario }) => scenario === 'held'))
    left.request.abort()
    await until(() => lines().at(-1)?.ms !== null)
    await simulator.scenarios.off(window.anyName('held'))
    await simulator.scenarios.use(window.anyName('cut'))
    return [whole, await left.ended, await call().ended, lines().map(({ status, cut }) => [status, cut])]
  })

  expect(seen).toEqual([
    'load',
    'abort',
    'error',
    [
      [200, false],
      [499, true],
      [200, true],
    ],
  ])
})

test.skipIf(!found)('a call that nobody answers goes on to the network, or fails where the user wants that (page)', async () => {
  const page = await pageOf('standin')

  const seen = await page.evaluate(async () => {
    await window.begin({ intercept: 'page' })
    const ask = () =>
      fetch('/orders', { method: 'POST' }).then(
        ({ status }) => status,
        (thrown: Error) => thrown.message,
      )
    const free = await ask()
    await window.worker.stop()
    await window.worker.start({ onUnhandledFrame: 'error' })
    const strict = await ask()
    await window.worker.stop()
    return [free, strict, await ask()]
  })

  expect(seen).toEqual([404, 'Failed to fetch', 404])
})

test.skipIf(!found).each(hosts)(
  'worker.stop() lets go of held and delayed calls, of those at gates, and of streams (%s)',
  async (intercept) => {
    const page = await pageOf('standin')
    await page.evaluate((host) => window.begin({ intercept: host, clock: 'frozen' }), intercept)

    const seen = await page.evaluate(async () => {
      const { simulator, client, worker } = window
      const search = { as: { orgNo: '347147753' }, query: { resourceId: 'standin-plain' } }
      simulator.scenarios.define('waits', {
        summary: 'Calls wait',
        rules: [
          { on: 'fileTransfer.search', hold: { when: 'before-work' } },
          { on: 'notifications.readFeed', latency: 'PT1H' },
        ],
      })
      await simulator.scenarios.use(window.anyName('waits'))
      const gate = simulator.gate('fileTransfer.overview', { at: 'before-work' })
      const { body } = await fetch('/_standin/journal/stream')
      await body?.getReader().read()
      const followers = [simulator.world.journal.following.size]
      const params = { fileTransferId: '00000000-0000-4000-8000-000000000000' }
      const calls = [
        client.call('fileTransfer.search', search),
        client.call('notifications.readFeed', { as: { org: 'ttd', orgNo: '991825827' } }),
        client.call('fileTransfer.overview', { params, as: search.as }),
      ]
      for (const call of calls) call.catch(() => {})
      await gate.arrived(1)
      while (simulator.state().calls < 3) await new Promise((resolve) => setTimeout(resolve))
      await worker.stop()
      followers.push(simulator.world.journal.following.size)
      const stages = () => simulator.journal.list().journal.map(({ operation, status }) => [operation, status])
      while (stages().some(([, status]) => status === null)) await new Promise((resolve) => setTimeout(resolve))
      return { stages: stages(), standing: gate.standing, followers }
    })

    expect(new Map(seen.stages as [string, number][])).toEqual(
      new Map([
        ['fileTransfer.search', 200],
        ['notifications.readFeed', 200],
        ['fileTransfer.overview', 404],
      ]),
    )
    expect([seen.standing, seen.followers]).toEqual([0, [1, 0]])
  },
)
