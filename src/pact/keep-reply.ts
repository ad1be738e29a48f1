/** Notes a reply while it passes through. */
import type { ServerResponse } from 'node:http'
import type { Arrived } from './exact.ts'

/** Hands the reply over when it ends. */
export function keepReply(response: ServerResponse, keep: (reply: Arrived) => void): void {
  const chunks: Buffer[] = []
  const { write, end } = response
  const note = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  response.write = (...all: unknown[]) => {
    note(all[0])
    return Reflect.apply(write, response, all)
  }
  response.end = (...all: unknown[]) => {
    note(all[0])
    keep({ headers: headersOf(response), body: Buffer.concat(chunks).toString('base64') })
    return Reflect.apply(end, response, all)
  }
}

const headersOf = (response: ServerResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, [value].flat().join(', ')]))
