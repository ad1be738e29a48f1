/** A client that waits with its body until it is told to continue (`Expect: 100-continue`). */
import { execFile, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { initialized, sender } from '../support/file-transfers.ts'
import { connectTo, hosted, servers } from '../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'
import { filePath } from '../support/resumable.ts'
import { rule } from '../support/rule.ts'
import { hostedWithRules } from '../support/rules.ts'

/** The statuses that come, one after the other. Sends the body when told to continue, and reads until the server closes. */
async function statuses(origin: string, head: readonly string[], body: string, length = Buffer.byteLength(body)): Promise<number[]> {
  const socket = connectTo(origin)
  socket.write(`${[...head, 'Host: localhost', 'Expect: 100-continue', `Content-Length: ${length}`].join('\r\n')}\r\n\r\n`)
  let said = ''
  for await (const chunk of socket) {
    said += chunk
    if (said === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(body)
    else if (/\r\n\r\n.*\{.*\}$/s.test(said) || /^HTTP\/1\.1 204/m.test(said)) socket.end()
  }
  return [...said.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
}

async function prepared(host: (typeof servers)[number], options: Parameters<typeof hosted>[1] = {}) {
  const here = await hosted(host, options)
  const writer = `Authorization: Bearer ${await here.client.token({ ...sender, scope: 'altinn:broker.write' })}`
  const orderer = `Authorization: Bearer ${await here.client.token(ttd)}`
  return { ...here, writer, orderer }
}

const json = 'Content-Type: application/json'
const raw = 'Content-Type: application/octet-stream'
const tus = ['Tus-Resumable: 1.0.0', 'Content-Type: application/offset+octet-stream']

for (const host of servers) {
  rule(
    'decisions §1',
    `a call that is refused before its body gets its final status alone, and the connection ends (${host})`,
    async () => {
      const { origin, client, writer, orderer } = await prepared(host)
      const id = await initialized(client)
      const upload = `POST /broker/api/v1/filetransfer/${id}/upload HTTP/1.1`
      const created = [
        `POST ${filePath(id)} HTTP/1.1`,
        writer,
        'Tus-Resumable: 1.0.0',
        'Upload-Length: 5',
        'Content-Length: 0',
        'Host: localhost',
      ]
      connectTo(origin)
        .resume()
        .write(`${[...created, 'Connection: close'].join('\r\n')}\r\n\r\n`)
      const refused: readonly (readonly [number, readonly string[], number?])[] = [
        [401, [upload, raw]],
        [403, [upload, raw, orderer]],
        [404, ['POST /nothing HTTP/1.1', raw]],
        [404, [`POST /broker/api/v1/filetransfer/${crypto.randomUUID()}/upload HTTP/1.1`, raw, writer]],
        [405, ['PUT /future/orders HTTP/1.1', json, orderer]],
        [413, ['POST /future/orders HTTP/1.1', json, orderer], 40_000_000],
        [413, ['POST /_standin/clock/advance HTTP/1.1', json], 40_000_000],
        [415, ['POST /future/orders HTTP/1.1', 'Content-Type: text/plain', orderer]],
        [415, [`PATCH ${filePath(id)} HTTP/1.1`, 'Tus-Resumable: 1.0.0', raw, 'Upload-Offset: 0', writer]],
        [413, [`PATCH ${filePath(id)} HTTP/1.1`, ...tus, 'Upload-Offset: 0', writer], 50],
      ]
      await expect.poll(() => statuses(origin, [`PATCH ${filePath(id)} HTTP/1.1`, ...tus, 'Upload-Offset: 3', writer], '12')).toEqual([409])
      for (const [status, head, length = 5] of refused)
        expect([head[0], await statuses(origin, head, '12345', length)]).toEqual([head[0], [status]])
    },
  )
}

for (const host of servers) {
  rule('decisions §1, decisions §4', `a call beyond the rate limit gets 429 alone, without its body (${host})`, async () => {
    const { origin, client, simulator, writer } = await prepared(host, { rateLimits: 'current' })
    const id = await initialized(client)
    simulator.limits.set('test', sender.orgNo, 'fileTransfer.upload', 0)
    simulator.limits.set('test', sender.orgNo, 'fileTransfer.initialize', 0)

    expect(await statuses(origin, [`POST /broker/api/v1/filetransfer/${id}/upload HTTP/1.1`, raw, writer], '12345')).toEqual([429])
    expect(await statuses(origin, ['POST /broker/api/v1/filetransfer HTTP/1.1', json, writer], '{}')).toEqual([429])
  })

  rule('decisions §1', `a call whose body is read is told to continue, once (${host})`, async () => {
    const { origin, client, writer, orderer } = await prepared(host)
    const id = await initialized(client)
    const inParts = await initialized(client)
    const order = JSON.stringify(orderTo(toEmail()))

    const made = await statuses(origin, ['POST /future/orders HTTP/1.1', json, orderer], order)
    const sent = await statuses(origin, [`POST /broker/api/v1/filetransfer/${id}/upload HTTP/1.1`, raw, writer], '12345')
    const begun = await statuses(
      origin,
      [`POST ${filePath(inParts)} HTTP/1.1`, ...tus, 'Upload-Length: 9', 'Connection: close', writer],
      '12345',
    )
    const more = await statuses(origin, [`PATCH ${filePath(inParts)} HTTP/1.1`, ...tus, 'Upload-Offset: 5', writer], '6789')

    expect([made, sent, begun, more]).toEqual([
      [100, 201],
      [100, 200],
      [100, 201],
      [100, 204],
    ])
  })
}

test.each([
  [0, [400]],
  [3, [100, 400]],
])('an early answer after %i bytes of a body asks for it only where it reads some', async (afterBytes, answered) => {
  const { origin, client } = await hostedWithRules('express', [
    { on: 'fileTransfer.upload', 'early-answer': { code: 'BRO-00016', afterBytes } },
  ])
  const writer = `Authorization: Bearer ${await client.token({ ...sender, scope: 'altinn:broker.write' })}`
  const id = await initialized(client)

  expect(await statuses(origin, [`POST /broker/api/v1/filetransfer/${id}/upload HTTP/1.1`, raw, writer], '12345')).toEqual(answered)
})

test('a client that says that it waits, and does not, reads its refusal', async () => {
  const { origin } = await prepared('express')
  const socket = connectTo(origin)
  const body = 'x'.repeat(5_000_000)
  socket.write(`POST /nothing HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`)
  socket.write(body)
  let said = ''
  for await (const chunk of socket) said += chunk

  expect(said).toMatch(/^HTTP\/1\.1 404 /)
})

const lacksCurl = spawnSync('curl', ['--version']).status !== 0

test.skipIf(lacksCurl)(
  'curl sends nothing of a large file that is refused, and all of one that is accepted (skipped without curl)',
  async () => {
    const { origin, client, writer } = await prepared('express')
    const id = await initialized(client)
    const send = (...headers: string[]) =>
      new Promise<string>((resolve, reject) => {
        const given = ['Expect: 100-continue', raw, ...headers].flatMap((each) => ['-H', each])
        const url = `${origin}/broker/api/v1/filetransfer/${id}/upload`
        const args = [
          '-s',
          '-i',
          '--expect100-timeout',
          '20',
          '-w',
          '\nsent %{size_upload}',
          '-X',
          'POST',
          '--data-binary',
          '@-',
          ...given,
          url,
        ]
        const child = execFile('curl', args, (failed, out) => (failed ? reject(failed) : resolve(out)))
        child.stdin?.on('error', () => {}).end('x'.repeat(3_000_000))
      })

    const [refused, accepted] = [await send(), await send(writer)]

    expect(refused).toMatch(/^HTTP\/1\.1 401 /)
    expect(refused).toMatch(/\nsent 0$/)
    expect(accepted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    expect(accepted).toMatch(/\nsent 3000000$/)
  },
)
