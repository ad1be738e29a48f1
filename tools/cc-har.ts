import { readFileSync } from 'node:fs'
import { readHar } from '../src/apps/compare/har.ts'
import { compareExchanges } from '../src/apps/compare/compare.ts'
import { reportOf, linesOf } from '../src/apps/compare/report.ts'
const { exchanges, others } = readHar(readFileSync(process.argv[2]!, 'utf8'), 'fuzz')
const t = Date.now()
const compared = await compareExchanges(exchanges, { settle: 120_000 })
const report = reportOf(compared, { standin: 'x', environment: 'fuzz', showValues: true } as any)
console.log(exchanges.length, Date.now() - t, 'ms', others, 'others', Math.round(process.memoryUsage().rss / 2 ** 20), 'MiB')
console.log(linesOf(report, report.groups as any).map((l: string) => l.slice(0, 300)).join('\n'))
console.log(JSON.stringify(compared.noise))
