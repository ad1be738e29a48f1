/** Sends requests and files that are small but costly to read. Prints the answer, the time and the memory. Each attack gets a new server. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { begin, type Child, type Used } from './child.ts'

interface Target {
  readonly port: number
  readonly sender: string
  readonly orderer: string
}

const megabyte = 2 ** 20
const json = ['Host: localhost', 'Connection: close', 'Content-Type: application/json']

/** Sends a head and a body, and reads until the server closes. */
async function send({ port }: Target, head: readonly string[], parts: Iterable<Buffer>): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const gone = new Promise<string>((resolve) => socket.once('error', ({ message }) => resolve(message)))
  const said = text(socket).catch(({ message }: Error) => message)
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (const part of parts) {
    if (socket.destroyed) break
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => {}), gone])
  }
  const reply = await Promise.race([said, gone])
  return reply.split('\r\n', 1)[0] ?? ''
}

function* repeated(part: Buffer, times: number): Iterable<Buffer> {
  for (let nth = 0; nth < times; nth++) yield part
}

const oneByteChunks = Buffer.from('1\r\nx\r\n'.repeat(20_000))
const brackets = Buffer.alloc(megabyte, '[')

const attacks: Readonly<Record<string, (target: Target, child: Child) => Promise<string>>> = {
  'a JSON body of 5 million chunks of one byte': (target) =>
    send(
      target,
      ['POST /future/orders HTTP/1.1', ...json, `Authorization: Bearer ${target.orderer}`, 'Transfer-Encoding: chunked'],
      (function* () {
        yield* repeated(oneByteChunks, 250)
        yield Buffer.from('0\r\n\r\n')
      })(),
    ),
  '28 MiB of brackets': (target) =>
    send(
      target,
      ['POST /future/orders HTTP/1.1', ...json, `Authorization: Bearer ${target.orderer}`, `Content-Length: ${28 * megabyte}`],
      repeated(brackets, 28),
    ),
  'a Range header with two runs of 1,200 blanks': async (target) => {
    const base = `http://127.0.0.1:${target.port}`
    const made = await fetch(`${base}/_standin/file-transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ size: 10, recipients: ['370916446'], sender: '347147753' }),
    })
    const { fileTransferId } = (await made.json()) as { fileTransferId: string }
    const token = await fetch(`${base}/_standin/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orgNo: '370916446' }),
    })
    const blanks = ' '.repeat(1_200)
    const authorization = `Bearer ${((await token.json()) as { token: string }).token}`
    const headers = { authorization, range: `bytes=${blanks}-${blanks}x` }
    const { status } = await fetch(`${base}/broker/api/v1/filetransfer/${fileTransferId}/download`, { headers })
    return String(status)
  },
  'a property name of 29 MB, 33 calls': async (target) => {
    const name = Buffer.alloc(29_000_000, 'n')
    const parts = [Buffer.from('{"recipient":{"'), name, Buffer.from('":1}}')]
    const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const head = ['POST /future/orders HTTP/1.1', ...json, `Authorization: Bearer ${target.orderer}`, `Content-Length: ${length}`]
    let outcome = ''
    for (let call = 0; call < 33; call++) outcome = await send(target, head, parts)
    return outcome
  },
  'full journals of headers of 14 KB in 1,000 worlds': async (target) => {
    const headers = Object.fromEntries(Array.from({ length: 52 }, (_, at) => [`x-${at}`, 'x'.repeat(256)]))
    let answered = 0
    for (let round = 0; round < 60; round++) {
      for (let world = 0; world < 999; world += 37) {
        const calls = Array.from({ length: Math.min(37, 999 - world) }, (_, at) =>
          fetch(`http://127.0.0.1:${target.port}/worlds/w-${world + at}/broker/api/v1/filetransfer`, { headers }).then((reply) =>
            reply.arrayBuffer(),
          ),
        )
        answered += (await Promise.all(calls)).length
      }
    }
    return `${answered} calls answered, ${Math.round((answered * 14) / 1024)} MiB of headers`
  },
  'a scenario file of 30,000 keys': (_, child) =>
    child.ask<string>('readFile', Array.from({ length: 30_000 }, (_, at) => `key${at}: 1`).join('\n')),
}

for (const [name, attack] of Object.entries(attacks)) {
  const child = begin('./hostile-server.ts')
  const target = await child.ask<Target>('start')
  const before = await child.ask<Used>('used')
  const began = performance.now()
  const outcome = await attack(target, child).catch((thrown: Error) => thrown.message)
  const seconds = (performance.now() - began) / 1000
  const after = await child.ask<Used>('used').catch(() => undefined)
  await child.stop()
  console.log(`${name}: ${outcome.slice(0, 80)}`)
  console.log(
    after === undefined
      ? `  The server stopped after ${seconds.toFixed(1)} s.`
      : `  ${seconds.toFixed(1)} s, ${((after.cpu - before.cpu) / 1000).toFixed(1)} s CPU, peak ${Math.round(after.peak / megabyte)} MiB (${Math.round(before.peak / megabyte)} MiB at start)`,
  )
}
