/** What everything is held against: Node's own server, with nothing behind it. */
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
  /** Takes the body in, and answers so many bytes of JSON. */
  replies({ status, size }: { status: number; size: number }) {
    const body = JSON.stringify('x'.repeat(size - 2))
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': size }
    return serve((req, res) => {
      req.on('end', () => res.writeHead(status, headers).end(body)).resume()
    })
  },
  /** POST goes to the file, GET comes from it. */
  pipes({ file }: { file: string }) {
    return serve((req, res) => {
      const piped =
        req.method === 'POST' ? pipeline(req, createWriteStream(file)).then(() => res.end()) : pipeline(createReadStream(file), res)
      piped.catch(() => res.destroy())
    })
  },
})
