/** Local servers through which verifiers reach an untrusted service. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { carriedHeaders, hasBody, messageOf } from '../../../real/bodies.ts'
import { misuseAnswer } from '../../../service/wire/error-answers.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { createCarry } from './carry.ts'

export interface Opened {
  readonly url: string
  close(): Promise<void>
}

export async function openServer(answer: RequestListener, port = 0, host = '127.0.0.1'): Promise<Opened> {
  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve())
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Opens a local URL that forwards calls to `base` unchanged. */
export function openCarrier(base: string, deadline: number): Promise<Opened> {
  const carry = createCarry({ deadline, whole: true })
  const service = new URL(base).origin
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(base + pathFrom(request.url))
    if (url.origin !== service) throw new Misuse(`${JSON.stringify(request.url)} is not a path on ${service}.`)
    const headers = carriedHeaders(request.headers)
    await carry({ method: request.method ?? 'GET', url, headers, body: hasBody(request) ? request : Buffer.alloc(0), service }, response)
  }
  return openServer((request, response) => {
    forward(request, response).catch((thrown: unknown) => refuse(response, thrown))
  })
}

const pathFrom = (target = '/') => (target.startsWith('/') ? target : `/${target}`)

export function refuse(response: ServerResponse, thrown: unknown, conceal: (text: string) => string = (text) => text): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const status = thrown instanceof Misuse ? thrown.status : 502
  const { headers, body } = misuseAnswer(
    new Misuse(conceal(messageOf(thrown)), thrown instanceof Misuse ? thrown.choices : undefined, status, null),
  )
  response.writeHead(status, headers as Record<string, string>).end(body)
}
