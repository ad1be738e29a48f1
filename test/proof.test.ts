/** The steps of a proof show every effect, in process and over HTTP. */
import { expect, test } from 'vitest'
import { effects } from '../src/service/failures/effects.ts'
import { readScenario } from '../src/service/failures/read-scenario.ts'
import { anyDocument } from '../src/service/wire/misuse.ts'
import { hosted } from './support/hosts.ts'
import { prove } from './support/prove.ts'

const order = 'notifications.createOrder'
const overview = 'fileTransfer.overview'
const download = 'fileTransfer.download'
const upload = 'fileTransfer.upload'
const published = 'a published file transfer exists'
const initialized = 'a file transfer is initialized'
const cancelled = { journal: { operation: order, status: 499, code: 'NOT-00002' } }

const proofs: Record<string, { given?: string; rules: object[]; proof: object[] }[]> = {
  refuse: [
    {
      rules: [{ on: order, calls: '1-2', refuse: { code: 'NOT-00004', retryAfter: 1 } }],
      proof: [
        { call: order, expect: { status: 503, code: 'NOT-00004', headers: { 'retry-after': '1', location: null } } },
        { call: order, same: 'idempotencyId', expect: 503 },
        { call: order, same: 'idempotencyId', expect: 201 },
        { call: order, same: 'idempotencyId', times: 3, expect: 200 },
        { call: 'notifications.getShipment', expect: 200 },
        { call: 'notifications.getShipment', environment: 'production', expect: { status: 404, code: 'NOT-00003' } },
        { call: order, as: null, expect: 401 },
        { call: order, as: { scope: 'a' }, expect: 403 },
      ],
    },
  ],
  respond: [
    {
      rules: [{ on: order, respond: { status: 502, body: 'Bad' } }],
      proof: [{ call: order, expect: { status: 502, text: 'Bad', json: false } }, { off: true }, { call: order, expect: 201 }],
    },
  ],
  latency: [
    {
      rules: [{ on: order, latency: 'PT0.03S' }],
      proof: [{ call: order, expect: { status: 201, takes: { atLeast: 'PT0.03S', atMost: 'PT5S' } } }],
    },
  ],
  disconnect: [
    {
      rules: [{ on: order, calls: 1, disconnect: { when: 'before-work' } }],
      proof: [
        { call: order, expect: 'disconnect' },
        { call: order, same: 'idempotencyId', expect: 201 },
      ],
    },
    {
      rules: [{ on: order, calls: 1, disconnect: { when: 'after-work', how: 'end' } }],
      proof: [
        { call: order, expect: 'disconnect' },
        { call: order, same: 'idempotencyId', expect: 200 },
      ],
    },
    {
      given: initialized,
      rules: [{ on: upload, calls: 1, disconnect: { when: 'during-upload', afterBytes: 50_000 } }],
      proof: [
        { call: upload, bytes: 200_000, expect: 'disconnect' },
        { call: overview, expect: { status: 200, body: { fileTransferStatus: 'UploadStarted' } } },
        { call: upload, bytes: 200_000, expect: 200 },
      ],
    },
    {
      given: published,
      rules: [{ on: download, calls: 1, disconnect: { when: 'after-work', afterBytes: 4 } }],
      proof: [
        { call: download, expect: { status: 200, bytes: 4, broken: true } },
        { call: download, expect: { status: 200, broken: false } },
      ],
    },
  ],
  hold: [
    {
      rules: [{ on: order, calls: 1, hold: { when: 'before-work' } }],
      proof: [{ call: order, abortAfter: 'PT0.05S', expect: 'cancelled' }, cancelled, { call: order, same: 'idempotencyId', expect: 201 }],
    },
    {
      rules: [{ on: order, calls: 1, hold: { when: 'after-work' } }],
      proof: [{ call: order, abortAfter: 'PT0.05S', expect: 'cancelled' }, cancelled, { call: order, same: 'idempotencyId', expect: 200 }],
    },
  ],
  truncate: [
    {
      given: published,
      rules: [{ on: download, truncate: { afterBytes: 4 } }],
      proof: [{ call: download, expect: { status: 200, bytes: 4, broken: false } }],
    },
  ],
  garble: [
    {
      given: published,
      rules: [{ on: overview, garble: 'json' }],
      proof: [
        { call: overview, expect: { status: 200, json: false } },
        { call: download, expect: 200 },
      ],
    },
  ],
  grease: [
    {
      given: published,
      rules: [{ on: 'all', grease: 'all' }],
      proof: [
        { call: overview, expect: { status: 200, json: true, body: { fileTransferStatus: 'Published', fileName: 'report.xml' } } },
        { call: overview, as: null, expect: { status: 401, json: true, body: { status: 401 } } },
      ],
    },
  ],
  throttle: [
    {
      given: initialized,
      rules: [{ on: upload, throttle: { up: 100_000, down: 1_000 } }],
      proof: [{ call: upload, bytes: 5_000, expect: { status: 200, takes: { atLeast: 'PT0.05S' } } }],
    },
  ],
  'early-answer': [
    {
      given: initialized,
      rules: [{ on: upload, 'early-answer': { code: 'BRO-00016', afterBytes: 1_000 } }],
      proof: [{ call: upload, bytes: 1_000_000, expect: { status: 400, code: 'BRO-00016' } }],
    },
  ],
  outage: [{ rules: [{ outage: 'register' }], proof: [{ call: order, expect: { status: 503, code: 'NOT-00004' } }] }],
  exhaust: [
    {
      given: published,
      rules: [{ on: overview, exhaust: { left: 2 } }],
      proof: [
        { call: overview, times: 2, expect: 200 },
        { call: overview, expect: { status: 429, headers: { 'retry-after': '60' } } },
        { advance: 'PT60S' },
        { call: overview, times: 5, expect: 200 },
      ],
    },
  ],
  skew: [
    {
      given: published,
      rules: [{ on: 'fileTransfer', skew: 'PT5M' }],
      proof: [
        { call: overview, as: { ttl: 'PT2M' }, expect: 401 },
        { call: overview, expect: 200 },
      ],
    },
  ],
  shuffle: [
    {
      given: 'a notification is delivered',
      rules: [{ shuffle: 'histories' }],
      proof: [{ call: 'notifications.getShipment', expect: { status: 200, body: { status: 'Order_Completed' } } }],
    },
    {
      given: published,
      rules: [{ shuffle: 'histories' }],
      proof: [
        {
          call: 'fileTransfer.details',
          expect: {
            body: {
              fileTransferStatusHistory: ['UploadProcessing', 'Published', 'UploadStarted', 'Initialized'].map((fileTransferStatus) => ({
                fileTransferStatus,
              })),
            },
          },
        },
      ],
    },
  ],
  collide: [
    {
      rules: [{ collide: { window: 'PT2S' } }],
      proof: [
        { call: order, expect: 201 },
        { call: order, same: 'idempotencyId', expect: { status: 500, text: '' } },
        { advance: 'PT3S' },
        { call: order, same: 'idempotencyId', expect: 200 },
      ],
    },
    {
      given: initialized,
      rules: [{ collide: 'twin' }],
      proof: [{ call: upload, expect: { status: 500, code: 'BRO-00008' } }],
    },
  ],
  keys: [
    {
      rules: [{ keys: 'rotated' }],
      proof: [
        { call: 'authentication.getKeys', expect: { body: { keys: [{ kty: 'RSA' }, { kty: 'RSA' }] } } },
        { off: true },
        { call: 'authentication.getKeys', expect: { body: { keys: [{ kty: 'RSA' }] } } },
      ],
    },
  ],
  outcome: [
    {
      rules: [{ outcome: { status: 'Email_Failed_Bounced' } }],
      proof: [
        { call: order, expect: 201 },
        { advance: 'settled' },
        { call: 'notifications.getShipment', expect: { status: 200, body: { recipients: [{ status: 'Email_Failed_Bounced' }] } } },
        { look: 'outbox', find: { channel: 'Email', status: 'Email_Failed_Bounced' }, count: 1 },
        { journal: { operation: 'notifications.acceptMessage', scenario: 'mine' } },
      ],
    },
  ],
  events: [
    {
      given: 'a subscription exists',
      rules: [{ events: { duplicate: true } }],
      proof: [
        { call: 'fileTransfer.initializeAndUpload', expect: 200 },
        { advance: 'settled' },
        { look: 'deliveries', find: { kind: 'event', event: { type: 'no.altinn.broker.published' } }, count: 2 },
        { journal: { operation: 'events.publish', scenario: 'mine' } },
      ],
    },
  ],
  receiver: [
    {
      given: 'a subscription exists',
      rules: [{ receiver: 'unreachable' }],
      proof: [
        { call: 'fileTransfer.initializeAndUpload', expect: 200 },
        { advance: 'settled' },
        { look: 'deliveries', find: { kind: 'event', status: 'waiting' }, count: 1 },
        { journal: { operation: 'events.deliver', scenario: 'mine' } },
      ],
    },
  ],
  stale: [
    {
      given: 'a person has contact information',
      rules: [{ stale: { contacts: 'PT10M' } }],
      proof: [
        {
          call: order,
          input: {
            body: {
              recipient: {
                recipientPerson: {
                  nationalIdentityNumber: '12838590150',
                  channelSchema: 'Email',
                  emailSettings: { subject: 'x', body: 'x' },
                },
              },
            },
          },
          expect: 201,
        },
        { advance: 'settled' },
        { look: 'outbox', find: { to: 'someone@example.org' }, count: 0 },
        { journal: { operation: 'notifications.processOrder', scenario: 'mine' } },
      ],
    },
  ],
  scan: [
    {
      given: initialized,
      rules: [{ scan: 'infected' }],
      proof: [
        { call: upload, expect: 200 },
        { advance: 'settled' },
        { call: overview, expect: { body: { fileTransferStatus: 'Failed' } } },
      ],
    },
  ],
}

const all = Object.entries(proofs).flatMap(([effect, documents]) =>
  documents.map((document, at) => [`${effect} ${at + 1}`, document] as const),
)

for (const host of ['fetch', 'express'] as const) {
  test.each(all)(`%s (${host})`, async (_, document) => {
    const here = await hosted(host)
    const written = { summary: 'Mine', ...document }
    here.simulator.scenarios.define('mine', anyDocument(written))

    await prove(readScenario('mine', written, 'defined'), here)
  })
}

test('every effect has a proof', () => {
  expect(Object.keys(effects).filter((name) => !(name in proofs))).toEqual([])
})

const orders = (expected: unknown, more: object = {}) => ({
  rules: [{ on: order, latency: 'PT0S' }],
  proof: [{ call: order, ...more, expect: expected }],
})

test.each<[string, object]>([
  ['another status', orders(200)],
  ['another code', orders({ code: 'NOT-00001' })],
  ['a header that is missing', orders({ headers: { 'retry-after': '1' } })],
  ['a header that should be absent', orders({ headers: { location: null } })],
  ['another body', orders({ body: { notificationOrderId: 'x' } })],
  ['another length', orders({ bytes: 3 })],
  ['another text', orders({ text: 'x' })],
  ['a broken body', orders({ broken: true })],
  ['a body that is not JSON', orders({ json: false })],
  ['a longer time', orders({ takes: { atLeast: 'PT10S' } })],
  ['a shorter time', orders({ takes: { atMost: 'PT0S' } })],
  ['a disconnect', orders('disconnect')],
  ['a cancelled call', orders('cancelled')],
  ['one of several calls', orders(201, { times: 2, input: { body: { idempotencyId: 'same' } } })],
  ['a missing journal line', { rules: [{ on: order, latency: 'PT0S' }], proof: [{ journal: { operation: order } }] }],
  ['more entries than exist', { rules: [{ on: order, latency: 'PT0S' }], proof: [{ look: 'outbox', find: {}, count: 1 }] }],
  [
    'a broken connection where an answer is expected',
    { rules: [{ on: order, disconnect: { when: 'before-work' } }], proof: [{ call: order, expect: 201 }] },
  ],
])('a proof that expects something else fails: %s', async (_, document) => {
  const here = await hosted('fetch')
  const written = { summary: 'Mine', ...document }
  here.simulator.scenarios.define('mine', anyDocument(written))

  await expect(prove(readScenario('mine', written, 'defined'), here)).rejects.toThrow()
})
