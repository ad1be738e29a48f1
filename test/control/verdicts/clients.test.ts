/** The example clients: the good ones are good, and each bad one is convicted of its own fault and of nothing else. */
import { expect, test } from 'vitest'
import { verdicts } from '../../../src/control/verdicts.ts'
import { clients } from './clients/index.ts'
import { verdictsOn } from './clients/kit.ts'

const bad = (found: ReadonlyMap<string, string | undefined>) => [...found].filter(([, verdict]) => verdict === 'bad').map(([id]) => id)

const withClients = verdicts.filter(({ look }) => look)

test('every verdict on calls has clients', () => {
  expect(Object.keys(clients).toSorted()).toEqual(withClients.map(({ id }) => id).sort())
})

test.each(withClients)('$id: a good client', async ({ id }) => {
  const pair = clients[id] as NonNullable<(typeof clients)[string]>
  const found = await verdictsOn(pair, (client) => pair.good(client).catch(() => {}))

  expect([bad(found), found.get(id)]).toEqual([[], 'good'])
})

test.each(withClients)('$id: a client that is $severity', async ({ id, severity }) => {
  const pair = clients[id] as NonNullable<(typeof clients)[string]>
  const found = await verdictsOn(pair, (client) => pair.bad(client))

  expect([bad(found), found.get(id)]).toEqual([severity === 'bad' ? [id] : [], severity])
})
