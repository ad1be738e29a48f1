import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCall } from '../../../src/hosts/express/host.ts'
import { BodyTooLarge, type Call, gatherBytes } from '../../../src/service/wire/call.ts'
import { createFetchHandler } from '../../../src/service/wire/fetch.ts'

/** The call as the Fetch host reads it. */
async function fetched(request: Request): Promise<Call> {
  const arrived = Promise.withResolvers<Call>()
  await createFetchHandler(async (call) => {
    arrived.resolve(call)
    return { answer: { status: 204, headers: {} }, sent() {} }
  })(request)
  return arrived.promise
}

const digits = '0123456789'.repeat(100)

/** Each chunk but the first lies in the same memory: a body that kept the chunks would repeat its last byte. */
function* digitByDigit(): Iterable<Uint8Array> {
  yield Buffer.from(digits.slice(0, 1))
  const one = Buffer.alloc(1)
  for (const digit of digits.slice(1)) {
    one.write(digit)
    yield one
  }
}

test('a request of Node in chunks of one byte is gathered while it arrives, and no chunk is kept', async () => {
  const app = { get: () => () => false }
  const request = Object.assign(new IncomingMessage(new Socket()), { baseUrl: '', protocol: 'http', host: undefined, ips: [], app })
  request.headers['content-length'] = String(digits.length)
  const whole = readCall(request).body?.collect(10_000)
  for (const chunk of digitByDigit()) request.emit('data', chunk)
  request.emit('end')

  expect(new TextDecoder().decode(await whole)).toBe(digits)
})

test('a Fetch request in chunks of one byte is gathered while it arrives, and no chunk is kept', async () => {
  const source = digitByDigit()[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      pull(line) {
        const { done, value } = source.next()
        if (done) line.close()
        else line.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  const streamed = { duplex: 'half' }
  const { body: read } = await fetched(new Request('http://standin.test', { method: 'POST', body, ...streamed }))

  expect(new TextDecoder().decode(await read?.collect(10_000))).toBe(digits)
})

test('bytes come out as they came in, whatever their chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9 })), (chunks) => {
      const gathered = gatherBytes()
      for (const chunk of chunks) gathered.add(chunk)

      expect(Buffer.from(gathered.whole())).toEqual(Buffer.concat(chunks))
    }),
  )
})

test('memory stays within twice the bytes, and within the limit', () => {
  const gathered = gatherBytes(1_000)
  for (let bytes = 1; bytes <= 1_000; bytes++) {
    gathered.add(new Uint8Array(1))
    expect(gathered.whole().buffer.byteLength).toBeLessThanOrEqual(Math.min(2 * bytes, 1_000))
  }
  expect(() => gathered.add(new Uint8Array(1))).toThrow(BodyTooLarge)
})
