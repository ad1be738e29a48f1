/** Sends a call into a simulator as a host does, but without a network. */
import type { Call, Simulator } from '../src/index.ts'

export interface CarriedCall {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly type: string
  readonly text: string
  /** The status of the answer. Any other is an error. */
  readonly wanted: number
}

const { signal } = new AbortController()

/** Returns the text of the answer. */
export async function carry(simulator: Simulator, { method, url, token, type, text, wanted }: CarriedCall): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const body: Call['body'] = {
    collect: async () => bytes,
    async *chunks() {
      yield bytes
    },
  }
  const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': type, 'content-length': String(bytes.length) }
  const { answer, sent } = await simulator.carry({ method, url, headers, body, signal, isLocal: () => true })
  sent({ bytes: 0, complete: true })
  const reply = typeof answer.body === 'string' ? answer.body : ''
  if (answer.status !== wanted) throw new Error(`${method} ${url} was answered ${answer.status}: ${reply}`)
  return reply
}
