/** Recordings of the live services, as HTTP Archives, show no difference that replaying them does not show. */
import { expect, test } from 'vitest'
import { compareExchanges } from '../../../src/apps/compare/compare.ts'
import { readHar } from '../../../src/apps/compare/har.ts'
import { reportOf } from '../../../src/apps/compare/report.ts'
import { recordedHar } from './recorded-har.ts'

/** The number of calls, and the reasons why some are not compared. */
const recordings: [name: string, calls: number, apart: object][] = [
  ['events', 181, { token: 4, cut: 1 }],
  ['events-publishing', 201, { token: 1, register: 1 }],
  // Tokens that are signed with another key, or not at all.
  ['exchange', 83, { token: 8 }],
  ['file-transfer', 566, { token: 19 }],
  ['notifications', 893, {}],
  // The first call was sent twice. Only the second reply, of a duplicate, is in the recordings.
  ['older-routes', 933, { 'known-before': 1 }],
  ['token-generator', 237, {}],
]

test.each(recordings)('the recordings of %s, as a HAR file, show no difference', async (name, calls, apart) => {
  const file = new URL(`../../live/recordings/${name}.jsonl.gz`, import.meta.url).pathname
  const { exchanges } = readHar(JSON.stringify(recordedHar(file)), name)
  const report = reportOf(await compareExchanges(exchanges, { settle: 120_000 }), { standin: '', environment: name, showValues: true })

  expect(report.groups.map(({ operation, kind }) => `${operation} ${kind}`)).toEqual([])
  expect(report).toMatchObject({ calls, apart, complete: true })
})
