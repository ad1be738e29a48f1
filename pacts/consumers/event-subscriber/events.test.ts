/** The subscriber's contract for file transfer events and for the event that validates a subscription. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { contractOf, injected, refuseDuplicate, type State, sentenceOf } from '../agreement.ts'
import { confirmed, id, initialized, published, recipientParty, senderParty } from '../file-transfers.ts'
import { createSubscriber, type Notice } from './subscriber.ts'

const consumer = 'event-subscriber'
const eventId = '12a6d748-c0a3-ac53-ec0b-9efa86b81747'
const malware = 'a file with malware is uploaded'
const expired = 'an expired file transfer exists'

type Event = Parameters<ReturnType<typeof createSubscriber>['receive']>[0]

/** Writes a message into the contract and passes it to the subscriber. */
async function told(expecting: string, given: State, content: object): Promise<Notice | undefined> {
  refuseDuplicate(consumer, { receiving: expecting, given: [given] })
  const message = contractOf(consumer).addAsynchronousInteraction()
  message.given(sentenceOf(given), typeof given === 'string' ? undefined : given[1])
  let notice: Notice | undefined
  await message
    .expectsToReceive(expecting, (builder) => {
      builder.withJSONContent(content)
    })
    .executeTest(async ({ contents }) => {
      notice = createSubscriber().receive(contents.content as unknown as Event)
    })
  return notice
}

const orgNoOf = (party: string) => party.slice('0192:'.length)

test.each([
  ['filetransferinitialized', 'Sender', initialized],
  ['uploadprocessing', 'Sender', published],
  ['published', 'Sender', published],
  ['published', 'Recipient', published],
  ['uploadfailed', 'Sender', malware],
  ['downloadconfirmed', 'Sender', confirmed],
  ['downloadconfirmed', 'Recipient', confirmed],
  ['allconfirmeddownloaded', 'Sender', confirmed],
  ['filepurged', 'Sender', expired],
  ['fileneverconfirmeddownloaded', 'Sender', malware],
  ['fileneverconfirmeddownloaded', 'Recipient', expired],
])('no.altinn.broker.%s tells the %s, where %s', async (event, role, given) => {
  const type = `no.altinn.broker.${event}`
  const orgNo = orgNoOf(role === 'Sender' ? senderParty : recipientParty)
  const notice = await told(`${type} for the ${role.toLowerCase()}`, given, {
    specversion: '1.0',
    id: Matchers.uuid(eventId),
    type,
    resourceinstance: injected('{fileTransferId}'),
    subject: `urn:altinn:organization:identifier-no:${orgNo}`,
    data: { Role: role },
  })

  expect(notice).toEqual({ event, role, fileTransferId: id, orgNo })
})

test('the event that validates a subscription asks nothing', async () => {
  const type = 'platform.events.validatesubscription'

  expect(await told(type, 'a subscription exists', { specversion: '1.0', id: Matchers.uuid(eventId), type })).toBeUndefined()
})
