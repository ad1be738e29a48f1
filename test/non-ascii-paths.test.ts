/** Paths with letters beyond ASCII, on every host. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sender } from './support/file-transfers.ts'
import { hosted } from './support/hosts.ts'
import { expect, rule } from './support/rule.ts'

const path = '/broker/api/v1/filetransfer/é'

for (const host of ['express', 'tls', 'mounted', 'msw', 'fetch'] as const) {
  rule('decisions §9, file-transfer §7.3', `an encoded letter beyond ASCII in a path gets the refusal of its row (${host})`, async () => {
    const { client, origin, send } = await hosted(host)
    const authorization = `Bearer ${await client.token(sender)}`
    // A request of Fetch encodes the letter.
    const reply = await send(new Request(`${origin}${path}`, { headers: { authorization } }))

    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ errors: { fileTransferId: ["The value 'é' is not valid."] } })
  })
}

for (const encoding of ['utf8', 'latin1'] as const) {
  rule(
    'decisions §9',
    `bytes beyond ASCII in a path, as ${encoding}, are refused by the parser of Node, and the server goes on`,
    async () => {
      const { client, origin, simulator } = await hosted('express')
      const authorization = `Authorization: Bearer ${await client.token(sender)}`
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      socket.write(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n\r\n`, encoding))
      const said = await text(socket)

      expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(said).toContain('"detail":"The request is not readable as HTTP."')
      expect(simulator.journal.list().total).toBe(0)
      expect((await fetch(`${origin}/_standin/health`)).status).toBe(200)
    },
  )
}
