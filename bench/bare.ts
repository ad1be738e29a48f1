/** The process that runs a bare Node.js server for comparison. */
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { KeyPair } from '../src/platform/certificates.ts'
import { answer } from './child.ts'

async function serve(listener: RequestListener, tls?: KeyPair): Promise<number> {
  const server = tls ? createSecureServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

answer({
  /** Reads the body and replies with `size` bytes of JSON. */
  replies({ status, size, tls }: { status: number; size: number; tls?: KeyPair }) {
    const body = JSON.stringify('x'.repeat(size - 2))
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': size }
    return serve((req, res) => {
      req.on('end', () => res.writeHead(status, headers).end(body)).resume()
    }, tls)
  },
  /** POST writes a file, and GET reads the last file written. */
  pipes({ folder }: { folder: string }) {
    let nth = 0
    const path = () => `${folder}/${nth % 64}`
    return serve((req, res) => {
      if (req.method === 'POST') nth++
      const piped =
        req.method === 'POST' ? pipeline(req, createWriteStream(path())).then(() => res.end()) : pipeline(createReadStream(path()), res)
      piped.catch(() => res.destroy())
    })
  },
})
