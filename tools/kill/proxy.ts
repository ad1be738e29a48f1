/** A TCP proxy that can stop forwarding bytes while its connections stay open, like a network that drops packets. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  readonly port: number
  /** Stops forwarding, also for new connections. */
  cut(): void
  /** Resumes, and delivers the bytes sent in the meantime. */
  heal(): void
  close(): void
}

/** `port`: the port to forward to. */
export async function startProxy(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  function pass(from: Socket, to: Socket): void {
    sockets.add(from)
    from.setNoDelay()
    from.on('data', (bytes) => void to.write(bytes))
    // A broken network does not report that the other side has disconnected.
    from.on('end', () => to.end()).on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (!isCut) to.destroy()
    })
    if (isCut) from.pause()
  }
  const server = createServer((client) => {
    const database = connect(port, '127.0.0.1')
    pass(client, database)
    pass(database, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    heal() {
      isCut = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
