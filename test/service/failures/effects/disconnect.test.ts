import { expect, onTestFinished, test } from 'vitest'
import { disconnect } from '../../../../src/service/failures/effects/disconnect.ts'
import { ClientGone } from '../../../../src/service/wire/call.ts'
import { initialized, published, recipient, sender, statusOf, unknownId } from '../../../support/file-transfers.ts'
import { connectTo, hostNames, servers } from '../../../support/hosts.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { bodyOf, hostedWithRules, surroundings, withRules } from '../../../support/rules.ts'

async function broken(on: string, options: object, more: object = {}) {
  const here = await withRules([{ on, calls: 1, disconnect: options, ...more }])
  const order = () => here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
  return { ...here, order }
}

rule('decisions §14', 'before-work breaks the connection before anything is done', async () => {
  const { order, line } = await broken('notifications.createOrder', { when: 'before-work' })

  await expect(order()).rejects.toThrow('fetch failed')
  const retry = await order()

  expect(retry.status).toBe(201)
  expect(line()).toMatchObject({ status: null, commits: 0, stage: 'rules', replyBytes: 0, cut: true })
})

rule('decisions §14', 'after-work breaks the connection after the work is done, and the client gets no reply', async () => {
  const { order, line } = await broken('notifications.createOrder', { when: 'after-work' })

  await expect(order()).rejects.toThrow('fetch failed')
  const retry = await order()

  expect(retry.status).toBe(200)
  expect(line()).toMatchObject({ status: 201, commits: 1, stage: 'handle', replyBytes: 0, cut: true })
})

rule('decisions §14', 'afterBytes breaks the reply after that many bytes', async () => {
  const { send, client, line } = await broken('notifications.createOrder', { when: 'after-work', afterBytes: 10 })
  const reply = await send(
    new Request('http://standin.test/future/orders', {
      method: 'POST',
      headers: { authorization: `Bearer ${await client.token(ttd)}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderTo(toEmail())),
    }),
  )
  const read: Uint8Array[] = []

  await expect(
    (async () => {
      for await (const chunk of reply.body ?? []) read.push(chunk)
    })(),
  ).rejects.toThrow('terminated')

  expect([reply.status, Buffer.concat(read).length]).toEqual([201, 10])
  expect(line()).toMatchObject({ status: 201, replyBytes: 10, cut: true })
})

rule('decisions §14', 'a broken upload leaves the transfer in UploadStarted, and it can be uploaded again', async () => {
  const { client, line } = await broken('fileTransfer.upload', { when: 'during-upload', afterBytes: 1_000 })
  const fileTransferId = await initialized(client, { disableVirusScan: true })
  const upload = () => client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: new Uint8Array(100_000) })

  await expect(upload()).rejects.toThrow('fetch failed')
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'UploadStarted' })
  expect(line()).toMatchObject({ status: 499, code: 'NOT-00002', replyBytes: 0, cut: true })

  expect((await upload()).status).toBe(200)
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'Published', size: 100_000 })
})

rule('decisions §14', 'an upload also breaks when its rule has a where that needs the request', async () => {
  const { client } = await broken('fileTransfer.upload', { when: 'during-upload' }, { where: { resource: 'standin-plain' } })
  const fileTransferId = await initialized(client)

  const upload = client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: new Uint8Array(1_000) })

  await expect(upload).rejects.toThrow('fetch failed')
  expect(await statusOf(client, fileTransferId)).toMatchObject({ status: 'UploadStarted' })
})

for (const more of [{}, { where: { recipient: 'someone@example.org' } }]) {
  rule('decisions §14', `a JSON body that breaks off is not worked on, with ${JSON.stringify(more)}`, async () => {
    const { order, line } = await broken('notifications.createOrder', { when: 'during-upload' }, more)

    await expect(order()).rejects.toThrow('fetch failed')
    expect(line()).toMatchObject({ commits: 0 })
    expect((await order()).status).toBe(201)
  })
}

/** Sends a body of these parts through the effect: what the walk reads, and whether it then sees the client leave. */
async function readThrough(parts: readonly string[], afterBytes: number) {
  const taken: string[] = []
  const { around } = surroundings({ body: bodyOf(...parts) })
  const proceed: typeof around.proceed = async (inner) => {
    for await (const chunk of inner?.body?.chunks() ?? []) taken.push(new TextDecoder().decode(chunk))
    return { status: 200, headers: {} }
  }
  const wrapped = disconnect.wrap({ when: 'during-upload', afterBytes, how: 'reset' }, { ...around, proceed })
  const thrown = await Promise.resolve(wrapped).catch((error) => error)
  return { taken: taken.join(''), gone: thrown instanceof ClientGone }
}

test.each([
  [0, ''],
  [1, 'o'],
  [3, 'one'],
  [4, 'onet'],
  [6, 'onetwo'],
  [100, 'onetwo'],
])('an upload that breaks after %i bytes is read as %j', async (afterBytes, taken) => {
  expect(await readThrough(['one', 'two'], afterBytes)).toEqual({ taken, gone: true })
})

test.each(['reset', 'end'] as const)('the host learns how to end the connection: %s', async (how) => {
  const { around } = surroundings()

  expect(await disconnect.wrap({ when: 'before-work', how }, around)).toMatchObject({ cut: { how } })
  expect(await disconnect.wrap({ when: 'after-work', how, afterBytes: 3 }, around)).toMatchObject({
    body: 'done',
    cut: { how, afterBytes: 3 },
  })
  const uploading = { ...surroundings({ body: bodyOf() }).around, proceed: async () => ({ status: 200, headers: {} }) }
  expect(await disconnect.wrap({ when: 'during-upload', how }, uploading)).toMatchObject({ cut: { how } })
})

/** Sends a text over a connection: what comes back, and how the connection ends. */
function endOf(origin: string, sent: string): Promise<{ text: string; end: string }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const socket = connectTo(origin, { allowHalfOpen: true })
    socket.write(sent)
    const done = (end: string) => {
      socket.destroy()
      resolve({ text: Buffer.concat(parts).toString('latin1'), end })
    }
    socket.on('data', (part) => parts.push(part)).on('end', () => done('end'))
    socket.on('error', (error) => done('code' in error && error.code === 'ECONNRESET' ? 'reset' : error.message))
  })
}

for (const [host, how] of servers.flatMap((server) => [[server, 'reset'] as const, [server, 'end'] as const])) {
  for (const [options, received] of [
    [{ when: 'before-work' }, /^$/],
    [{ when: 'during-upload', afterBytes: 1_000 }, /^$/],
    [{ when: 'after-work' }, /^$/],
    [{ when: 'after-work', afterBytes: 9 }, /^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\n.{9}$/],
  ] as const) {
    rule('decisions §14', `disconnect ${JSON.stringify(options)} ends a TCP connection with ${how} (${host})`, async () => {
      const { origin, client } = await hostedWithRules(host, [{ on: 'fileTransfer.upload', disconnect: { ...options, how } }])
      const id = await initialized(client, { disableVirusScan: true })
      const head = `POST /broker/api/v1/filetransfer/${id}/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await client.token(sender)}`
      const body = 'x'.repeat(100_000)

      const { text, end } = await endOf(
        origin,
        `${head}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )

      expect(text).toMatch(received)
      expect(end).toBe(how)
    })
  }
}

for (const host of hostNames) {
  rule('decisions §14', `a reply shorter than afterBytes arrives whole (${host})`, async () => {
    const { client } = await hostedWithRules(host, [{ on: 'fileTransfer', disconnect: { when: 'after-work', afterBytes: 5_000 } }])
    const fileTransferId = await published(client)

    expect((await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })).text).toBe('one two three')
    expect((await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })).body).toMatchObject({ fileTransferId })
  })
}

rule('decisions §14', 'during-upload breaks a call without a body before the work', async () => {
  const { client, line } = await broken('fileTransfer.overview', { when: 'during-upload' })
  await expect(client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: unknownId } })).rejects.toThrow()

  expect(line()).toMatchObject({ status: null, commits: 0, stage: 'rules' })
})

rule('decisions §14', 'before-work refuses afterBytes', async () => {
  await expect(broken('all', { when: 'before-work', afterBytes: 3 })).rejects.toThrow(
    'disconnect.afterBytes: 3 is not allowed with "before-work", because no bytes have been sent yet. Remove it.',
  )
})

rule('decisions §14', 'a client that does not notice the end can send the rest of its upload', async () => {
  const { origin, client } = await hostedWithRules('express', [
    { on: 'fileTransfer.upload', disconnect: { when: 'before-work', how: 'end' } },
  ])
  const id = await initialized(client)
  const head = `POST /broker/api/v1/filetransfer/${id}/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await client.token(sender)}`
  const socket = connectTo(origin, { allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.write(`${head}\r\nContent-Type: application/octet-stream\r\nContent-Length: 40000000\r\n\r\n`)

  await new Promise((resolve) => socket.resume().on('end', resolve))
  const rest = await new Promise((resolve) => socket.write(new Uint8Array(40_000_000), resolve))

  expect(rest ?? 'sent').toBe('sent')
})
