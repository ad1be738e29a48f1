/** The CPU of an order and of a look with and without verdicts: `npm run bench:verdicts`, Linux only. `CALLS=100000` makes more calls. */
import { compare } from './paired.ts'

const calls = Number(process.env.CALLS ?? 30_000)
for (const load of ['orders', 'looks'] as const) {
  const { first, second } = await compare([], ['--verdicts'], { calls, load })
  console.log(`${load}: ${first.toFixed(1)} µs of CPU a call, watched ${second.toFixed(1)} µs: ${(second - first).toFixed(1)} µs more`)
}
