/** HEAD on control rows. */
import { controls } from '../../../src/control/index.ts'
import { hosted, servers } from '../../support/hosts.ts'
import { expect, rule } from '../../support/rule.ts'

const readable = controls.filter(({ method }) => method === 'GET')

/** Without what differs from call to call. */
const steady = ({ headers }: Response) =>
  [...headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name))

for (const host of servers) {
  rule('decisions §12', `every readable row answers HEAD as GET, without the body (${host})`, async () => {
    const { origin, simulator } = await hosted(host)
    await simulator.ready()

    for (const { path, id } of readable) {
      if (id === 'control.streamJournal') continue
      const url = origin + path.replace(/\{\w+\}/g, 'x')
      const got = await fetch(url)
      const length = (await got.arrayBuffer()).byteLength
      const head = await fetch(url, { method: 'HEAD' })
      const bodyOfHead = await head.text()

      expect([id, head.status, bodyOfHead]).toEqual([id, got.status, ''])
      expect([id, head.headers.get('content-type')]).toEqual([id, got.headers.get('content-type')])
      // What a call counts, such as metrics, is longer the next time.
      if (id !== 'control.showMetrics') expect([id, head.headers.get('content-length')]).toEqual([id, String(length)])
      if (id !== 'control.showMetrics') expect([id, steady(head)]).toEqual([id, steady(got)])
    }
  })
}

rule('decisions §12', 'HEAD on the stream of the journal ends at once', async () => {
  const { origin } = await hosted('express')
  const { status, headers } = await fetch(`${origin}/_standin/journal/stream`, { method: 'HEAD' })

  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
})

rule('decisions §12', 'HEAD on a row that only changes is 405, and HEAD is a method wherever GET is', async () => {
  const { origin } = await hosted('express')
  const ask = async (method: string, path: string) => {
    const { status, headers } = await fetch(`${origin}/_standin/${path}`, { method })
    return [status, headers.get('allow')]
  }

  expect(await ask('HEAD', 'reset')).toEqual([405, 'POST'])
  expect(await ask('PATCH', 'health')).toEqual([405, 'GET, HEAD'])
})
