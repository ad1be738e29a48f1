/** Recordings of the live services, as HTTP Archives, show no difference that replaying them does not show. */
import { expect, test } from 'vitest'
import { compareExchanges } from '../../../src/apps/compare/compare.ts'
import { readHar } from '../../../src/apps/compare/har.ts'
import { reportOf } from '../../../src/apps/compare/report.ts'
import { recordedHar } from './recorded-har.ts'

/** Differences, and calls that are not compared. */
const recordings: [name: string, calls: number, apart: object, groups: string[]][] = [
  ['events', 181, { token: 4, cut: 1 }, []],
  ['events-publishing', 201, { token: 1, register: 1 }, []],
  // Tokens that are signed with another key, or not at all.
  ['exchange', 83, { token: 8 }, []],
  ['file-transfer', 566, { token: 19 }, []],
  ['notifications', 893, {}, []],
  // The first call was repeated at the live service. Replaying does not compare it.
  ['older-routes', 933, {}, ['notifications.createComposedEmail status']],
  ['token-generator', 237, {}, []],
]

test.each(recordings)('the recordings of %s, as a HAR file, show no difference', async (name, calls, apart, groups) => {
  const file = new URL(`../../live/recordings/${name}.jsonl.gz`, import.meta.url).pathname
  const { exchanges } = readHar(JSON.stringify(recordedHar(file)), name)
  const report = reportOf(await compareExchanges(exchanges, { settle: 120_000 }), { standin: '', environment: name, showValues: true })

  expect(report.groups.map(({ operation, kind }) => `${operation} ${kind}`)).toEqual(groups)
  expect(report).toMatchObject({ calls, apart, complete: true })
})
