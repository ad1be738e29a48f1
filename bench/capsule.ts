/** The CPU of a call with and without a recording, and the size of its capsule: `npm run bench:capsule`, Linux only. `CALLS=100000` makes more calls. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { compare } from './paired.ts'

const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'))
const file = join(folder, 'bench.capsule')
const { first, second, ratio, calls } = await compare([], ['--record', file], { calls: Number(process.env.CALLS ?? 45_000) })
const bytes = statSync(file).size
console.log(`${first.toFixed(1)} µs of CPU a call, recorded ${second.toFixed(1)} µs: × ${ratio.toFixed(2)}`)
console.log(`capsule: ${calls} calls, ${(bytes / 2 ** 20).toFixed(1)} MiB, ${Math.round(bytes / calls)} bytes a call`)
const lines = gunzipSync(readFileSync(file))
const before = process.cpuUsage()
gzipSync(lines, { level: 1 })
const { user, system } = process.cpuUsage(before)
console.log(
  `to compress it when it ends: ${((user + system) / calls).toFixed(1)} µs of CPU a call, of ${Math.round(lines.length / calls)} bytes`,
)
rmSync(folder, { recursive: true, force: true })
