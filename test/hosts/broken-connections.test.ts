/** What the clients of Node see of a connection that breaks, or of a reply that is crippled: over a server, and through MSW. */
import http from 'node:http'
import { expect, test } from 'vitest'
import { arrange } from '../../src/service/failures/givens.ts'
import { anyDocument, anyName } from '../../src/service/wire/misuse.ts'
import { recipient } from '../support/file-transfers.ts'
import { type HostName, hosted, hostNames } from '../support/hosts.ts'

const hosts = (['express', 'forwarded', 'msw'] as const).filter((host) => hostNames.includes(host))
const content = '0123456789 and so on'

interface Seen {
  readonly status?: number | undefined
  readonly text: string
  /** The code of the error that the client got. */
  readonly code?: string | undefined
}
type Headers = Readonly<Record<string, string>>

async function byFetch(url: string, headers: Headers): Promise<Seen> {
  let [status, text]: [number | undefined, string] = [undefined, '']
  try {
    const response = await fetch(url, { headers })
    status = response.status
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
    return { status, text }
  } catch (error) {
    return { status, text, code: (error as { cause?: { code?: string } }).cause?.code }
  }
}

const byHttp = (url: string, headers: Headers) =>
  new Promise<Seen>((resolve) => {
    let text = ''
    let [status, code]: [number | undefined, string | undefined] = [undefined, undefined]
    const failed = (error: NodeJS.ErrnoException) => {
      code = error.code
    }
    const request = http.get(url, { headers }, (response) => {
      status = response.statusCode
      response.on('data', (chunk) => (text += chunk)).on('error', failed)
      response.on('close', () => resolve({ status, text, code }))
    })
    request.on('error', failed).on('close', () => status ?? resolve({ status, text, code }))
  })

const clients = { fetch: byFetch, http: byHttp }
type ClientName = keyof typeof clients

/** A download of a published file, while a rule is in force. */
async function prepared(host: HostName, effect: object) {
  const { client, simulator, origin } = await hosted(host)
  const { fileTransferId = '' } = await arrange(client, 'a published file transfer exists', { content })
  const headers = { authorization: `Bearer ${await client.token(recipient)}` }
  const rules = ['fileTransfer.download', 'fileTransfer.overview'].map((on) => ({ on, ...effect }))
  simulator.scenarios.define('mine', anyDocument({ summary: 'Mine', rules }))
  await simulator.scenarios.use(anyName('mine'))
  const path = `${origin}/broker/api/v1/filetransfer/${fileTransferId}`
  const get = (by: ClientName, what = '', more: Headers = {}) => clients[by](path + what, { ...headers, ...more })
  const lines = () =>
    simulator.world.journal.calls
      .list()
      .filter(({ scenario }) => scenario === 'mine')
      .map(({ status, cut, replyBytes }) => ({ status, cut, replyBytes }))
  return { simulator, get, lines }
}

/** The codes of the two clients. MSW tears down a connection of its own, which `fetch` cannot tell from one that was closed. */
const codes: Readonly<Record<string, Readonly<Record<ClientName, string>>>> = {
  'express reset': { fetch: 'ECONNRESET', http: 'ECONNRESET' },
  'express end': { fetch: 'UND_ERR_SOCKET', http: 'ECONNRESET' },
  'forwarded reset': { fetch: 'ECONNRESET', http: 'ECONNRESET' },
  'forwarded end': { fetch: 'UND_ERR_SOCKET', http: 'ECONNRESET' },
  'msw reset': { fetch: 'ECONNRESET', http: 'ECONNRESET' },
  'msw end': { fetch: 'UND_ERR_SOCKET', http: 'ECONNRESET' },
}
const torn = process.env.MSW_VERSION?.startsWith('2') ? codes['msw reset'] : codes['msw end']

for (const host of hosts) {
  for (const how of ['reset', 'end']) {
    const expected = codes[`${host} ${how}`]

    test(`a connection that breaks before the head of the reply: ${how} (${host})`, async () => {
      const { get, lines } = await prepared(host, { disconnect: { when: 'after-work', how } })

      expect(await get('fetch', '/download')).toEqual({ status: undefined, text: '', code: expected?.fetch })
      expect(await get('http', '/download')).toEqual({ text: '', code: expected?.http })
      expect(lines()).toEqual([1, 2].map(() => ({ status: 200, cut: true, replyBytes: 0 })))
    })

    test(`a connection that breaks after ten bytes delivers ten: ${how} (${host})`, async () => {
      const { get, lines } = await prepared(host, { disconnect: { when: 'after-work', afterBytes: 10, how } })
      const { fetch: code } = (host === 'msw' && how === 'reset' ? torn : expected) ?? {}

      for (let round = 0; round < 5; round++) {
        expect(await get('fetch', '/download')).toEqual({ status: 200, text: '0123456789', code })
        expect(await get('http', '/download')).toEqual({ status: 200, text: '0123456789', code: expected?.http })
        expect(await get('fetch')).toMatchObject({ status: 200, text: '{"fileTran', code })
      }
      // A server that forwards reports the bytes after the connection has ended.
      await expect.poll(lines).toEqual(Array.from({ length: 15 }, () => ({ status: 200, cut: true, replyBytes: 10 })))
    })
  }

  for (const by of ['fetch', 'http'] as const) {
    test(`a client goes on where its download broke off (${host}, ${by})`, async () => {
      const { get } = await prepared(host, { calls: 1, disconnect: { when: 'after-work', afterBytes: 10 } })

      const first = await get(by, '/download')
      const rest = await get(by, '/download', { range: `bytes=${first.text.length}-` })

      expect(rest).toEqual({ status: 206, text: ' and so on' })
      expect(first.text + rest.text).toBe(content)
    })
  }

  test(`a reply that is cut short arrives as if it were complete (${host})`, async () => {
    const { get } = await prepared(host, { truncate: { afterBytes: 10 } })

    for (const by of ['fetch', 'http'] as const) {
      expect(await get(by, '/download')).toEqual({ status: 200, text: '0123456789' })
      expect(await get(by)).toEqual({ status: 200, text: '{"fileTran' })
    }
  })

  test(`a reply whose JSON is broken arrives whole (${host})`, async () => {
    const { get } = await prepared(host, { garble: 'json' })

    for (const by of ['fetch', 'http'] as const) {
      const { status, text } = await get(by)

      expect([status, text.at(-1)]).toEqual([200, ','])
    }
  })
}
