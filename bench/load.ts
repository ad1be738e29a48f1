/** The load process. Each connection sends the next call after a reply; raw sockets keep the CPU use low. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { answer } from './child.ts'

export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly most?: number
  /** Complete requests, sent in turn. `{number}` becomes a new twelve-digit number each time. */
  readonly requests: readonly string[]
  readonly firstNumber: number
  /** Uses TLS, and trusts any certificate. */
  readonly secure?: boolean
  /** Maximum number of calls per second over all connections. Default: unlimited. */
  readonly rate?: number
  /** True to sleep while waiting for replies. By default, the process spins, so that it notices replies immediately. */
  readonly patient?: boolean
}

export interface Loaded {
  readonly calls: number
  readonly seconds: number
  /** Response time percentiles in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly longest: number
  /** Number of replies by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Size of the last body in bytes. */
  readonly size: number
}

async function load({
  port,
  connections,
  seconds,
  most = Number.POSITIVE_INFINITY,
  requests,
  firstNumber,
  rate = Number.POSITIVE_INFINITY,
  secure = false,
  patient = false,
}: Load): Promise<Loaded> {
  const parts = requests.map((request) => request.split('{number}'))
  const statuses: Record<string, number> = {}
  const began = performance.now()
  const end = began + seconds * 1000
  let number = firstNumber
  let calls = 0
  let size = 0
  let last = began
  const times: number[] = []

  function next(): string {
    const [before = '', ...after] = parts[number++ % parts.length] ?? []
    return after.length > 0 ? before + String(number).padStart(12, '0') + after.join('') : before
  }
  function callAgain(socket: Socket, done: () => void): (head: string, body: number) => void {
    let sent = performance.now()
    function send(): void {
      sent = performance.now()
      socket.write(next(), 'latin1')
    }
    return (head, body) => {
      const status = head.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      size = body
      calls++
      last = performance.now()
      times.push(last - sent)
      if (last >= end || calls + connections > most) return done()
      // Milliseconds by which this call is early.
      const early = ((calls + connections) / rate) * 1000 - (last - began)
      if (early < 1) send()
      else setTimeout(send, early)
    }
  }
  const lines = Array.from({ length: connections }, async () => {
    const to = { port, host: '127.0.0.1', noDelay: true, rejectUnauthorized: false }
    const socket = secure ? connectSecurely(to) : connect(to)
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject).on('close', () => reject(new Error('The server closed a connection.')))
      socket.on('data', reader(callAgain(socket, resolve)))
      socket.once(secure ? 'secureConnect' : 'connect', () => socket.write(next(), 'latin1'))
    })
    socket.removeAllListeners('close').destroy()
  })
  let spinning = !patient
  function spin(): void {
    if (spinning) setImmediate(spin)
  }
  spin()
  await Promise.all(lines)
  spinning = false
  times.sort((one, other) => one - other)
  const within = (share: number) => times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? Number.NaN
  const [p50 = 0, p99 = 0, p999 = 0, longest = 0] = [0.5, 0.99, 0.999, 1].map(within)
  return { calls, seconds: (last - began) / 1000, p50, p99, p999, longest, statuses, size }
}

/** Calls `answered` for every complete response. */
function reader(answered: (head: string, body: number) => void): (chunk: Buffer) => void {
  let kept: Buffer | undefined
  return (chunk) => {
    let bytes = kept ? Buffer.concat([kept, chunk]) : chunk
    for (;;) {
      const headEnd = bytes.indexOf('\r\n\r\n')
      const head = headEnd < 0 ? '' : bytes.toString('latin1', 0, headEnd)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      const whole = headEnd + 4 + length
      if (headEnd < 0 || bytes.length < whole) break
      answered(head, length)
      bytes = bytes.subarray(whole)
    }
    kept = bytes.length > 0 ? bytes : undefined
  }
}

interface Stream {
  readonly port: number
  /** The request without its content. */
  readonly head: string
  /** Content size in bytes. */
  readonly size: number
}

export interface Streamed {
  readonly bytes: number
  readonly seconds: number
}

const block = Buffer.alloc(2 ** 20, 'What is sent is the same everywhere. ')

/** Sends content as fast as the server reads it. Expects a 200. */
async function send({ port, head, size }: Stream): Promise<Streamed> {
  const socket = connect({ port, host: '127.0.0.1' })
  const began = performance.now()
  const answered = once(socket, 'data')
  socket.write(head)
  for (let left = size; left > 0; left -= block.length) {
    if (!socket.write(block.subarray(0, left))) await once(socket, 'drain')
  }
  demandGood(String((await answered)[0]))
  const seconds = (performance.now() - began) / 1000
  socket.destroy()
  return { bytes: size, seconds }
}

/** Sends several uploads concurrently. */
async function sendAll({ heads, ...stream }: Omit<Stream, 'head'> & { readonly heads: readonly string[] }): Promise<Streamed> {
  const began = performance.now()
  await Promise.all(heads.map((head) => send({ ...stream, head })))
  return { bytes: heads.length * stream.size, seconds: (performance.now() - began) / 1000 }
}

/** Receives content as fast as it arrives. */
async function fetchContent({ port, head, size }: Stream): Promise<Streamed> {
  const socket = connect({ port, host: '127.0.0.1' })
  const began = performance.now()
  let bytes = 0
  socket.write(head)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (bytes === 0) demandGood(chunk.toString('latin1', 0, 100))
    bytes += chunk.length
    if (bytes >= size) break
  }
  return { bytes: size, seconds: (performance.now() - began) / 1000 }
}

function demandGood(reply: string): void {
  if (!reply.startsWith('HTTP/1.1 200')) throw new Error(`The reply to the stream was ${reply.slice(0, 300)}`)
}

answer({ load, send, sendAll, fetch: fetchContent })
