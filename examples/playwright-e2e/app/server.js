/** Serves the app, which is a single page. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const page = readFileSync(new URL('index.html', import.meta.url))
createServer((_, response) => response.setHeader('content-type', 'text/html').end(page)).listen(5199, '127.0.0.1')
