/** Measures how long the program of one file takes to its first answers, beside the packed command: `npm run bench:binary`. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { median } from './median.ts'
import { start, unpack, untilEnd } from './startup.ts'

const out = resolve(import.meta.dirname, '../out')
const programs = { package: [] as readonly string[], binary: [join(out, 'binary/standin')] }
const rounds = Number(process.env.ROUNDS ?? 15)

mkdirSync(out, { recursive: true })
const folder = mkdtempSync(join(out, 'packed-'))
try {
  programs.package = unpack(folder)
  const measured: Record<keyof typeof programs, Record<string, number>[]> = { package: [], binary: [] }
  // They take turns, so that other processes disturb both alike. The first round does not count, because it fills the compile cache.
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? (['package', 'binary'] as const) : (['binary', 'package'] as const)) {
      const version = await untilEnd([...programs[name], '--version'])
      const { health, ready } = await start(programs[name])
      if (round > 0) measured[name].push({ 'standin --version': version, 'standin start, until health': health, 'until ready': ready })
    }
  }
  for (const what of Object.keys(measured.package[0] ?? {})) {
    const of = (name: keyof typeof programs) => measured[name].map((times) => times[what] ?? Number.NaN)
    const packed = of('package')
    const ratio = median(of('binary').map((time, round) => time / (packed[round] ?? Number.NaN)))
    const [one, other] = [median(packed), median(of('binary'))].map((time) => time.toFixed(0))
    console.log(`${what}: package ${one} ms, one file ${other} ms; median of the pairs × ${ratio.toFixed(2)} (goal: at most 1.10)`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
