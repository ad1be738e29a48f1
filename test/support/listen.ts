/** Servers of a test. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a server listen on a free port until the test ends. */
export async function listenOn(server: Server & { closeAllConnections?(): void }): Promise<{ port: number; url: string }> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections?.()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}

/** Answers requests on a free port until the test ends. Returns the server's URL. */
export const otherServer = async (answer: RequestListener): Promise<string> => (await listenOn(createServer(answer))).url
