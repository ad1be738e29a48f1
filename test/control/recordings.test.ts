/** The last minutes are kept, and become a capsule when a defect of Standin shows. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCapsuleFile } from '../../src/apps/capsules/files.ts'
import { recordedOnBug } from '../../src/apps/cli/serving/recorded.ts'
import { frontDoor } from '../../src/control/front-door.ts'
import { lastMinutesOf, recordLastMinutes } from '../../src/control/recordings.ts'
import { createSimulator } from '../../src/hosts/on-node.ts'
import { nodePlatform } from '../../src/platform/node.ts'
import { createFetchHandler } from '../../src/service/wire/fetch.ts'
import { run } from '../support/command-line.ts'
import { folderWith } from '../support/folder.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'

/** A simulator whose shipments break when `spoil` is called. */
function breakable() {
  const simulator = createSimulator({ platform: { ...nodePlatform(), alarm() {} } })
  onTestFinished(() => simulator.close())
  const client = simulator.knobs('default').client({ base: 'http://standin.test' })
  const send = createFetchHandler(frontDoor(simulator))
  const post = (path: string, body: unknown) =>
    send(
      new Request(`http://standin.test${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    )
  const order = (idempotencyId: string) =>
    client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId }) })
  const look = (id: string) => client.call('notifications.getShipment', { as: ttd, params: { id } })
  const spoil = () =>
    Object.defineProperty(simulator.world.environments.test, 'of', {
      get() {
        throw new Error('a defect')
      },
    })
  return { simulator, order, look, post, spoil }
}

test('a defect stores a capsule of what led to it, without what is older than two segments', async () => {
  const { simulator, order, look, spoil } = breakable()
  const folder = folderWith()
  const said: string[] = []
  const end = await recordedOnBug(folder, simulator, 10, (text) => void said.push(text))
  await order('forgotten')
  await lastMinutesOf(simulator)?.turn()
  const { body } = await order('known')
  await look(body.notification.shipmentId)
  await lastMinutesOf(simulator)?.turn()
  await look(body.notification.shipmentId)
  spoil()
  expect((await look(body.notification.shipmentId)).status).toBe(500)
  await end()

  const [name = ''] = readdirSync(folder)
  const path = join(folder, name)
  expect(said).toEqual([`A bug in Standin: the calls before it are in ${path}. To replay them: standin capsules replay ${path}`])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const { lines } = await readCapsuleFile(path)
  expect(lines.flatMap((line) => (line.event === 'call' ? line.number : []))).toEqual([2, 3, 4, 5])
  // The defect is not one of the simulator that replays it: everything before is the same.
  expect(await run(['capsule', 'replay', name], { folder })).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^bug-\w+\.capsule: 3 of 4 calls got the same reply, then a difference in call 5 .*\n {2}status\n {4}expected 500\n/,
    ),
  })
})

test('one may record meanwhile, and both capsules are whole', async () => {
  const { simulator, order, post, spoil, look } = breakable()
  const capsules: string[][] = []
  const last = await recordLastMinutes(simulator, {
    minutes: 1,
    async save(lines) {
      const all: string[] = []
      for await (const line of lines) all.push(line)
      capsules.push(all)
    },
  })
  await order('one')
  expect((await post('/_standin/capsule', { record: true })).status).toBe(200)
  await order('two')
  expect(await (await post('/_standin/capsule', { record: false })).json()).toMatchObject({ calls: 1 })
  spoil()
  await look('20fa5163-1c70-4144-b2c3-89d252418f3a')
  await last.end()
  expect(simulator.inside.observing.current).toBeUndefined()
  const events = capsules.map((lines) => lines.map((line) => JSON.parse(line)))
  expect(events.map((all) => all.filter(({ event }) => event === 'call').length)).toEqual([3])
  expect(events[0]?.at(-1)).toMatchObject({ event: 'end' })
})
