/** A process that owns a world in PostgreSQL. Continuously prints a line with 1 if it may answer calls, or 0 if it may not. */
import { openPostgres } from '../../src/persistence/postgres/postgres.ts'

const [url = ''] = process.argv.slice(2)
const store = await openPostgres({ url, instance: 'stopped', address: 'http://stopped:4300', now: Date.now, tell() {} })
store.whenLost?.(() => process.stdout.write('lost\n'))
await store.take('default', true)
await new Promise<void>((resolve) =>
  store.write([{ what: 'world', world: { number: store.newNumber(), name: 'default', version: 1, json: '{}' } }], () => resolve()),
)
process.stdout.write('ready\n')
setInterval(() => {
  const waits = store.confirm?.()
  waits?.catch(() => {})
  process.stdout.write(waits === undefined ? '1\n' : '0\n')
}, 10)
