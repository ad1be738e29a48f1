import { readFileSync } from 'node:fs'
import { readHar } from '../src/apps/compare/har.ts'
import { createComparison } from '../src/apps/compare/compare.ts'
const { exchanges } = readHar(readFileSync(process.argv[2]!, 'utf8'), 'fuzz')
const n = process.argv[3]
const c = createComparison({ settle: 120_000, began: Math.min(...exchanges.map((e) => e.at)), mostWaiting: { calls: 1e9, bytes: 1e12 }, onResult(o: any) { if (o.exchange.from.endsWith(`entry ${n}`)) { console.log(JSON.stringify(o.result).slice(0, 1500)); if (o.ours?.body) console.log('OURS', Buffer.from(o.ours.body).toString().slice(0, 6000)); if (o.exchange.reply.body) console.log('REAL', Buffer.from(o.exchange.reply.body).toString().slice(0, 6000)) } } })
for (const e of exchanges.toSorted((a, b) => a.ended - b.ended)) { c.add(e); await c.idle() }
await c.finish()
