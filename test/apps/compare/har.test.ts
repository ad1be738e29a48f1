/** HTTP Archives as programs write them, and as nobody should. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readHar } from '../../../src/apps/compare/har.ts'
import { run, serverForFile } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { ttd } from '../../support/orders.ts'

const { inNewWorld } = await serverForFile({ dialect: 'live' })

const url = 'https://platform.tt02.altinn.no/broker/api/v1/filetransfer/6a1c7a54-9d5c-4e0a-8a39-0f1f0a3f8c11'
const entryWith = (more: object) => ({
  startedDateTime: '2026-06-01T10:00:00.000+02:00',
  time: 12,
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: '{}' } },
  ...more,
})
const read = (...entries: object[]) => readHar(JSON.stringify({ log: { version: '1.2', entries } }), 'x.har').exchanges
const bodyOf = (content: object, beside?: (name: string) => Uint8Array | undefined) => {
  const entry = entryWith({ response: { status: 200, headers: [{ name: 'Content-Encoding', value: 'gzip' }], content } })
  const { reply } = readHar(JSON.stringify({ log: { entries: [entry] } }), 'x.har', beside).exchanges[0] ?? {}
  return reply?.body === undefined ? undefined : new TextDecoder().decode(reply.body as Uint8Array)
}

test('bodies are read as text, in base64, and from a file beside the archive', () => {
  const beside = (name: string) => (name === 'abc.json' ? new TextEncoder().encode('{"a":1}') : undefined)

  expect(bodyOf({ text: '{"a":1}' })).toBe('{"a":1}')
  expect(bodyOf({ text: 'eyJhIjoxfQ==', encoding: 'base64' })).toBe('{"a":1}')
  expect(bodyOf({ _file: 'abc.json', size: 7 }, beside)).toBe('{"a":1}')
  expect(bodyOf({ _file: 'other.json', size: 7 }, beside)).toBeUndefined()
  expect(bodyOf({ size: 7 })).toBeUndefined()
  expect(bodyOf({ text: '%%%%', encoding: 'base64' })).toBeUndefined()
  // A journal of Standin shortens secrets.
  expect(bodyOf({ text: '…7581e248' })).toBeUndefined()
  // Playwright: the page has not read it.
  expect(bodyOf({ size: -1 })).toBeUndefined()
  expect(bodyOf({ size: 0 })).toBe('')
})

test('a body that is shorter than its header says is missing', () => {
  const posted = (text: string) => ({ method: 'POST', url, headers: [{ name: 'Content-Length', value: '7' }], postData: { text } })

  expect(read(entryWith({ request: posted('{"a":') }))).toMatchObject([{ body: undefined, missing: 7 }])
  expect(read(entryWith({ request: posted('{"a":1}') }))).toMatchObject([{ missing: 0 }])
})

test('a time that no clock shows is refused', () => {
  for (const startedDateTime of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'yesterday', 7])
    expect(() => read(entryWith({ startedDateTime })), String(startedDateTime)).toThrow('not a time between 1990 and 2200')
})

test.each([
  [16_384, 0],
  [16_385, 1],
])('of a body of %i characters, an exported journal lacks %i', async (length, missing) => {
  const { client, run } = inNewWorld()
  const body = JSON.stringify({ idempotencyId: '' }).replace('""', `"${'x'.repeat(length - 20)}"`)
  await client.call('notifications.createOrder', { as: ttd, body })
  const [exchange] = readHar((await run('journal', 'export')).out, 'calls.har').exchanges

  expect(body).toHaveLength(length)
  expect(exchange?.missing === 0).toBe(missing === 0)
  expect(exchange?.body && Buffer.from(exchange.body as Uint8Array).toString()).toBe(missing === 0 ? body : undefined)
})

test('a file outside the folder of the archive is not read', () => {
  const beside = () => new TextEncoder().encode('secret')

  for (const _file of ['../secret', '/etc/passwd', '..', 'a/b', 'C:\\x', '.hidden', 'a\u0000', 7])
    expect(bodyOf({ _file, size: 7 }, beside), String(_file)).toBeUndefined()
})

test('an archive is not compressed any more, whatever its headers say', () => {
  const [exchange] = read(
    entryWith({ response: { status: 200, headers: [{ name: 'Content-Encoding', value: 'br' }], content: { text: '{}' } } }),
  )

  expect(exchange?.reply?.headers).toEqual({})
})

test('who broke the connection is read from what browsers write', () => {
  const failed = (more: object) => read(entryWith({ response: { status: 0, headers: [], content: {} }, ...more }))[0]

  expect(failed({})).toMatchObject({ reply: undefined, broken: 'client' })
  expect(failed({ _error: 'net::ERR_CONNECTION_RESET' })).toMatchObject({ broken: 'service' })
  expect(failed({ response: { status: -1, _failureText: 'net::ERR_ABORTED' } })).toMatchObject({ broken: 'client' })
})

test('fields of a form are a body, and pseudo headers are none', () => {
  const params = [
    { name: 'grant_type', value: 'a b' },
    { name: 'assertion', value: 'x' },
  ]
  const [exchange] = read(
    entryWith({
      request: {
        method: 'post',
        url,
        headers: [
          { name: ':path', value: '/' },
          { name: 'X-A', value: '1' },
        ],
        postData: { mimeType: 'application/x-www-form-urlencoded', params },
      },
    }),
  )

  expect(exchange).toMatchObject({ method: 'POST', headers: { 'x-a': '1' } })
  expect(new TextDecoder().decode(exchange?.body as Uint8Array)).toBe('grant_type=a+b&assertion=x')
})

const hostile: [what: string, document: unknown, message: RegExp][] = [
  ['null', null, /it has no log.entries/],
  ['entries that are no list', { log: { entries: {} } }, /it has no log.entries/],
  ['too many entries', { log: { entries: Array.from({ length: 100_001 }, () => 0) } }, /has 100001 entries. The maximum is 100000/],
  [
    'a date that is none',
    { log: { entries: [entryWith({ startedDateTime: 'yesterday' })] } },
    /x.har, entry 1: startedDateTime is not a time/,
  ],
  ['depth', JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`), /nested more than 100 levels deep/],
]

test.each(hostile)('%s is refused with a message', (_, document, message) => {
  expect(() => readHar(JSON.stringify(document), 'x.har')).toThrow(message)
})

test('a ZIP archive, as Playwright writes, must be unpacked first', () => {
  expect(() => readHar('PK\u0003\u0004...', 'x.zip')).toThrow('x.zip is a ZIP archive. Unpack it, and specify the .har file inside')
})

test('archives of mitmproxy, Firefox, Fiddler and Charles are read', () => {
  const [headers, json] = [[{ name: 'Content-Type', value: 'application/json' }], '{"a":1}']
  const post = (postData: object, response: object, more: object = {}) =>
    read(
      entryWith({
        request: { method: 'POST', url, httpVersion: 'HTTP/2', headers, cookies: [], queryString: [], postData, bodySize: json.length },
        response: { status: 200, headers, cookies: [], redirectURL: '', ...response },
        cache: {},
        ...more,
      }),
    )[0]
  const mitmproxy = post(
    { mimeType: 'application/json', text: json, params: [] },
    { content: { size: 7, compression: 0, mimeType: 'application/json', text: json } },
  )
  // Firefox leaves out the token.
  const firefox = post(
    { mimeType: 'application/json', params: [], text: json },
    { content: { mimeType: 'application/json', size: 7, text: json } },
    { pageref: 'page_1' },
  )
  const fiddler = post(
    { mimeType: 'application/json', text: json },
    { content: { size: 7, compression: -7, text: btoa(json), encoding: 'base64' } },
  )
  const charles = post(
    { mimeType: 'application/json', text: json },
    { content: { size: 7, mimeType: 'application/json', text: btoa(json), encoding: 'base64' } },
    { time: 12.5 },
  )

  for (const exchange of [mitmproxy, firefox, fiddler, charles]) {
    expect(new TextDecoder().decode(exchange?.body as Uint8Array)).toBe(json)
    expect(new TextDecoder().decode(exchange?.reply?.body as Uint8Array)).toBe(json)
    expect(exchange).toMatchObject({ missing: 0, headers: { 'content-type': 'application/json' } })
  }
})

test('members of wrong types, and names of prototypes, are no calls', () => {
  const strange = [0, 'x', [], { request: 7 }, { request: { url: 7 } }, { request: { url: 'no address' } }, { __proto__: { request: 1 } }]
  const odd = entryWith({
    request: { method: 7, url, headers: [7, { name: '__proto__', value: 'x' }, { name: 'a\nb', value: 'c' }], postData: { text: 7 } },
    response: { status: '200', headers: {}, content: [] },
  })
  const { exchanges, others } = readHar(JSON.stringify({ log: { entries: [...strange, odd] } }), 'x.har')

  expect(others).toBe(strange.length)
  expect(exchanges).toHaveLength(1)
  expect(exchanges[0]?.reply).toBeUndefined()
})

test('control characters of an archive do not reach the terminal', async () => {
  const folder = folderWith({})
  const entry = entryWith({
    response: { status: 200, headers: [], content: { text: '{"a":"\u001b[31mred"}' } },
    request: { method: 'GET', url: `${url}?\u001b[31m`, headers: [] },
  })
  writeFileSync(join(folder, 'x.har'), JSON.stringify({ log: { entries: [entry] } }))
  const { out, err } = await run(['compare', join(folder, 'x.har'), '--as', '991825827:ttd'])

  expect(out + err).not.toContain('\u001b')
})
