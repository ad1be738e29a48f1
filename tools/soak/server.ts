/** The server in a soak test. When its parent asks, it collects garbage and reports its memory and handles. */
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
// Exits if the soak test is killed.
process.on('disconnect', () => process.exit())
