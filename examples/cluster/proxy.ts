/** A round-robin proxy: each call goes to the next server, or to the one after it if the connection fails. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

/** `ports`: the servers' current ports. The list may change. */
export function roundRobin(ports: readonly number[]): Server {
  let turn = 0
  function pass(req: IncomingMessage, res: ServerResponse, first: number, tries: number): void {
    const port = ports[(first + tries) % ports.length]
    const headers = { ...req.headers, 'x-forwarded-for': req.socket.remoteAddress, connection: 'close' }
    const outgoing = request({ port, host: '127.0.0.1', method: req.method, path: req.url, headers, agent: false })
    let isConnected = false
    // Nothing is sent before the connection is open, so the next server can receive the whole call.
    outgoing.on('socket', (socket) =>
      socket.on('connect', () => {
        isConnected = true
        req.pipe(outgoing)
      }),
    )
    outgoing.on('response', (incoming) => {
      const answered = { ...incoming.headers }
      delete answered.connection
      res.writeHead(incoming.statusCode ?? 502, answered)
      incoming.on('error', () => res.destroy())
      incoming.pipe(res)
    })
    outgoing.on('error', () => {
      if (!isConnected && tries + 1 < ports.length) pass(req, res, first, tries + 1)
      else if (res.headersSent) res.destroy()
      else res.writeHead(502).end()
    })
    res.on('close', () => outgoing.destroy())
  }
  return createServer((req, res) => pass(req, res, turn++, 0))
}
