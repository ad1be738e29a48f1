/** Runs the command line in this process, and plays the server that it talks to. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { main } from '../../src/cli/main.ts'

/** A folder of its own for one test, with these files in it. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
}

/** Without the environment variables of this process. */
export async function run(args: readonly string[], { env = {}, folder = folderWith() }: Surroundings = {}) {
  const out: string[] = []
  const err: string[] = []
  const stdout = { write: (part: string) => out.push(part) }
  const stderr = { write: (part: string) => err.push(part) }
  const code = await main(args, { stdout, stderr, env, folder })
  return { code, out: out.join(''), err: err.join('') }
}

export interface Received {
  readonly row: string
  readonly body: unknown
  readonly authorization: string | undefined
}

interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Gives the same answer to every call, and remembers the calls. */
export async function playServer({ status = 200, headers = {}, body }: Reply) {
  const received: Received[] = []
  const answer = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const server = createServer((req, res) => {
    void text(req).then((sent) => {
      received.push({ row: `${req.method} ${req.url}`, body: sent && JSON.parse(sent), authorization: req.headers.authorization })
      res.writeHead(status, headers).end(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}
