/**
 * Changes a server's clock; preloaded in kill tests. The file in `KILL_CLOCK` contains the milliseconds by which the clock is ahead of the
 * machine's; on SIGUSR2, the file is read again.
 */
import { readFileSync } from 'node:fs'

const file = process.env.KILL_CLOCK ?? ''
const Real = Date
const realNow = Date.now
let ahead = 0

function read(): void {
  ahead = Number(readFileSync(file, 'utf8'))
}
read()
process.on('SIGUSR2', read)
Real.now = () => realNow() + ahead
globalThis.Date = new Proxy(Real, {
  construct: (target, cells, made) => Reflect.construct(target, cells.length === 0 ? [target.now()] : cells, made),
})
