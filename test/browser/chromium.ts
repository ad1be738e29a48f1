/** Serves the pages in which tests run, if the machine has a Chromium. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import { findChromium, howToInstallChromium } from '../../tools/chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where the machine has no Chromium. */
    chromium: { readonly path: string; readonly origin: string } | undefined
  }
}

const here = import.meta.dirname

/** The pages: each is a module. */
const pages = { suite: `${here}/in-page/suite.ts`, standin: `${here}/in-page/standin.ts` }

/** A page cannot run vitest or start servers: `test/hosts.test.ts` gets what stands in their place. */
const inPlace = new Map([
  ['vitest', `${here}/in-page/vitest.ts`],
  ['./support/hosts.ts', `${here}/in-page/hosts.ts`],
])

/** File name → text. */
async function bundle(): Promise<Map<string, string>> {
  const build = await rolldown({
    input: pages,
    platform: 'browser',
    plugins: [{ name: 'in-page', resolveId: (name) => inPlace.get(name) }],
    onLog(_, { message }) {
      throw new Error(message)
    },
  })
  const { output } = await build.generate({ format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await build.close()
  return new Map(output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source)]))
}

async function serve(files: ReadonlyMap<string, string>): Promise<{ origin: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const script = files.get(pathname)
    if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else if (pathname.slice(1) in pages)
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><link rel="icon" href="data:,"><script type="module" src="${pathname}.js"></script>`)
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('The network has no such page.')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

export async function setup({ provide }: TestProject) {
  const path = findChromium()
  if (path === undefined) {
    if (process.env.CI) throw new Error(howToInstallChromium)
    process.stderr.write(`The tests in a browser (test/browser/) are left out. ${howToInstallChromium}\n`)
    return provide('chromium', undefined)
  }
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  const { origin, close } = await serve((await bundle()).set('/mockServiceWorker.js', readFileSync(worker, 'utf8')))
  provide('chromium', { path, origin })
  return close
}
