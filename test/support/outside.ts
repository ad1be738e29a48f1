/** Simulates an external server that runs on this machine and records its calls. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOn } from './listen.ts'

export type Reacting = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server that answers with `react` and closes when the test ends. */
export async function outside(react: Reacting) {
  const calls: { readonly row: string; readonly headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    calls.push({ row: `${request.method} ${request.url}`, headers: request.headers })
    react(request, response)
  })
  return { ...(await listenOn(server)), calls }
}

/** Returns a handler that always replies with the same text. */
export const saying =
  (text: string, status = 200): Reacting =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text)

/** Returns a handler that redirects to another URL. */
export const sendingTo =
  (where: (request: IncomingMessage) => string, status = 302): Reacting =>
  (request, response) =>
    void response.writeHead(status, { location: where(request) }).end()
