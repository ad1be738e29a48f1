/** The contracts of this repository go through the loop. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { brokenProvider, standinWithBroker, withBroker } from '../support/broker-loop.ts'

const pacts = join(import.meta.dirname, '../../pacts')
/** SQLite's parser refuses the question that a broker asks about more consumers than these. */
const inBroker = readdirSync(pacts, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json') && !name.includes('older-routes'))
  .map((name) => join(pacts, name))
const provider = 'notification-and-file-transfer-service'
const consumers = ['notifications-integrator', 'file-transfer-sender', 'file-transfer-recipient', 'event-subscriber']

withBroker('the contracts of this repository are published and kept, until the service breaks one', { timeout: 120_000 }, async () => {
  const published = await standinWithBroker(`publish ${inBroker.join(' ')} --app-version 1.0.0 --branch main --json`)
  const { publications } = JSON.parse(published.out) as { publications: readonly { consumer: string }[] }
  expect(publications.map(({ consumer }) => consumer)).toEqual(expect.arrayContaining(consumers))

  const verifying = `verify --provider ${provider} --publish-results --branch main --json`
  const kept = await standinWithBroker(`${verifying} --selector mainBranch --app-version 2.0.0`)
  const { ok, leftOut, published: results } = JSON.parse(kept.out)
  expect({ code: kept.code, ok }).toEqual({ code: 0, ok: true })
  // The twin for the dialect live is left out, so it gets no result.
  expect(new Set(leftOut.map(({ why }: { why: string }) => why))).toEqual(new Set(['it is for the live dialect']))
  expect(results).toHaveLength(publications.length - 1)
  await standinWithBroker(`record-deployment --pacticipant ${provider} --app-version 2.0.0 --environment production`)
  for (const consumer of consumers) {
    const asking = `--pacticipant ${consumer} --app-version 1.0.0`
    expect(await standinWithBroker(`can-i-deploy ${asking} --to-environment production`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Yes\./),
    })
    await standinWithBroker(`record-deployment ${asking} --environment production`)
  }

  const broken = await standinWithBroker(
    `${verifying} --selector mainBranch,consumer=notifications-integrator --app-version 2.1.0 --provider-base-url ${await brokenProvider()}`,
  )
  expect(broken).toMatchObject({ code: 1, out: expect.stringContaining('missing the following keys: status') })
  const asked = await standinWithBroker(`can-i-deploy --pacticipant ${provider} --app-version 2.1.0 --to-environment production`)
  expect(asked).toMatchObject({ code: 1, out: expect.stringMatching(/^No\./) })
})
