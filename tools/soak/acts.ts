/** Performs a client's next act in a soak test. */

import { createControlClient } from '../../src/control/client.ts'
import { createClient } from '../../src/service/areas/client.ts'
import type { Dice } from '../fuzz/dice.ts'

const scenarios = [
  'outage-register',
  'fail-every-third',
  'lost-reply',
  'internal-error',
  'rate-limit-burst',
  'connection-reset',
  'garbled-json',
  'infected-file',
]
const sender = { orgNo: '312345676', scope: 'altinn:broker.write altinn:broker.read' }
const recipient = { orgNo: '313456781', scope: 'altinn:broker.read' }

/** Resolves to the act's name. Faults caused by active scenarios are not failures. */
export async function act(dice: Dice, url: string): Promise<string> {
  const base = `${url}/worlds/soak-${dice.below(40)}`
  const control = createControlClient({ base, send: fetch })
  let isDefect = false
  async function send(request: Request): Promise<Response> {
    const response = await fetch(request)
    if (response.headers.has('x-standin-bug')) isDefect = true
    return response
  }
  const token = async (as: object) => (await control.call('control.makeToken', { body: as })).token
  const { call, open } = createClient({ base, send, token, wait: async () => {} })
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    async order() {
      const body = {
        idempotencyId: dice.guid(),
        recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
      }
      await call('notifications.createOrder', { body })
    },
    feed: () => call('notifications.readFeed'),
    async transfer() {
      const body = {
        fileName: 'a.txt',
        resourceId: 'standin-plain',
        sender: `0192:${sender.orgNo}`,
        sendersFileTransferReference: 'x',
        recipients: [`0192:${recipient.orgNo}`],
      }
      const { fileTransferId } = (await call('fileTransfer.initialize', { as: sender, body })).body
      const params = { fileTransferId }
      await call('fileTransfer.upload', { as: sender, params, body: new Uint8Array(dice.below(200_000)) })
      await call('fileTransfer.download', { as: recipient, params })
      await call('fileTransfer.confirmDownload', { as: recipient, params })
    },
    search: () => call('fileTransfer.search', { as: recipient, query: { resourceId: 'standin-plain' } }),
    async leave() {
      const leaving = new AbortController()
      setTimeout(() => leaving.abort(), dice.below(20))
      await open('fileTransfer.search', { as: recipient, query: { resourceId: 'standin-plain' }, signal: leaving.signal })
    },
    advance: () => control.call('control.advanceClock', { body: { by: dice.one(['PT1M', 'P1D', 'P40D']) } }),
    scenario: () => control.call('control.activateScenario', { params: { name: dice.one(scenarios) }, body: { ttl: 'PT1M' } }),
    calm: () => control.call('control.deactivateScenarios'),
    look: () => control.call('control.listJournal', {}),
    reset: () => control.call('control.reset'),
    drop: () => control.call('control.dropWorld', { params: { name: base.split('/').at(-1) ?? '' } }),
  }
  const name = dice.one([
    'order',
    'order',
    'order',
    'order',
    'feed',
    'feed',
    'transfer',
    'transfer',
    'search',
    'leave',
    'advance',
    'scenario',
    'calm',
    'look',
    'reset',
    'drop',
  ])
  await acts[name]?.().catch(() => {})
  return isDefect ? 'defect' : name
}
