/** The process of a bare Node server, for comparison. */
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { answer } from './child.ts'

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

answer({
  /** Reads the body and answers `size` bytes of JSON. */
  replies({ status, size }: { status: number; size: number }) {
    const body = JSON.stringify('x'.repeat(size - 2))
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': size }
    return serve((req, res) => {
      req.on('end', () => res.writeHead(status, headers).end(body)).resume()
    })
  },
  /** POST writes a file, GET reads the last file. */
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
