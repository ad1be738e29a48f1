/** Returns the caller's shipments that have reached a final status, in the order they reached it. */

import { reply } from '../../wire/row.ts'
import { zulu } from '../../wire/timestamp.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { PaceName } from '../../world/settings.ts'
import type { Circumstances } from '../circumstances.ts'
import { dialectOf } from '../dialect.ts'
import { callers, defineOperation } from '../operation.ts'
import { type FeedReply, feedQuery, feedReply, readFeedQuery } from './constraints/feed.ts'
import { readFeed as entriesOf, type FeedEntry, feedEntries } from './records/feed.ts'

type Entry = FeedReply[number]

/** Milliseconds of world time before the feed shows an entry: more than two seconds. Sources: notifications §9.1, decisions §8. */
const shownAfter = { instant: 0, fast: 2_001, real: 2_001 } satisfies Record<PaceName, number>

export const readFeed = defineOperation({
  id: 'notifications.readFeed',
  method: 'GET',
  path: '/future/shipment/feed',
  summary: 'Read the feed of shipments that reached a final status',
  access: scope(scopes.createNotifications),
  dependsOn: ['database'],
  asks: ['histories'],
  request: { query: feedQuery },
  replies: { 200: reply.json(feedReply) },
  refusals: ['no-organization'],
  demandsJson: true,
  about: () => ({}),
  example: {
    given: 'a notification is delivered',
    as: callers.creator,
    input: () => ({ query: { seq: '0', pageSize: '100', orderBy: 'asc' } }),
  },

  handle({ query }, { circumstances, environment, world, findOwner, now, reply: answer, fail }) {
    const owner = findOwner()
    if (!owner) throw fail('no-organization')
    const { feedDelay = 0 } = dialectOf(world).of('notifications.readFeed').area
    const shownFrom = (made: number) => Math.max(made + shownAfter[world.settings.pace], made + feedDelay)
    return answer(
      200,
      entriesOf(environment.of(feedEntries), owner, readFeedQuery(query), now(), shownFrom).map((entry) =>
        present(entry, circumstances.history),
      ),
    )
  },
})

/** Source: notifications §9.2. */
const present = (
  { sequenceNumber, shipmentId, sendersReference, recipients, status, lastUpdate, shipmentType }: FeedEntry,
  inOrder: Circumstances['history'],
): Entry => ({
  sequenceNumber,
  shipmentId,
  ...(sendersReference === null ? {} : { sendersReference }),
  recipients: inOrder(recipients).map((recipient) => ({
    destination: recipient.destination,
    status: recipient.status,
    lastUpdate: zulu(recipient.lastUpdate),
  })),
  status: status as Entry['status'],
  lastUpdate: zulu(lastUpdate),
  shipmentType,
})
