/** The process of a server that forwards, or of the server that owns the worlds. */
import { keepCallsYoung } from '../src/cli/serve.ts'
import { createForwarder } from '../src/hosts/forwarding/forwarder.ts'
import { startServer } from '../src/hosts/server.ts'
import type { Carrier, PendingAnswer } from '../src/wire/http/call.ts'
import { answer } from './child.ts'

const secret = () => 'all servers of this bench share this text'
const alarm = (defect: unknown) => console.error(defect)
const start = (carrier: Carrier) => startServer({ carrier, port: 0, host: '127.0.0.1', forwarded: { secret, carrier } })

/** Reads the body, and answers `size` bytes of JSON. */
const fixed = (size: number): Carrier => {
  const reply = JSON.stringify('x'.repeat(size - 2))
  const made: PendingAnswer = {
    answer: { status: 201, headers: { 'content-type': 'application/json; charset=utf-8', 'x-standin-call': '4711' }, body: reply },
    sent() {},
  }
  return async ({ body }) => {
    await body?.collect(1_000_000)
    return made
  }
}

answer({
  /** Answers by itself. Returns the address. */
  async own({ size }: { size: number }) {
    keepCallsYoung()
    return (await start(fixed(size))).url
  },
  /** Forwards all calls to this address. Returns its own. */
  async forward({ address }: { address: string }) {
    keepCallsYoung()
    const { forward } = createForwarder({ secret, alarm, tell: alarm })
    const carrier: Carrier = async (call) => {
      const made = await forward(call, address)
      if (typeof made === 'string') throw new Error(`The owner is ${made}.`)
      return made
    }
    return (await start(carrier)).url
  },
})
