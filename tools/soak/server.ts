/** The server of a soak: it says what it holds, after a collection of garbage, when its parent asks. */
import { readdirSync } from 'node:fs'
import { startSimulator } from '../../src/index.ts'

const { url, close } = await startSimulator({ port: 0, maxWorlds: 50, journal: 200, journalBytes: 8_000_000, pace: 'instant' })
console.log(url)

process.on('message', () => {
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0
  process.send?.({ heap, handles: process.getActiveResourcesInfo().length, files })
})
process.on('SIGTERM', () => void close().then(() => process.exit()))
// A soak that is killed leaves no server.
process.on('disconnect', () => process.exit())
