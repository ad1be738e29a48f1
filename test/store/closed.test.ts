/** Worlds that were moved away, after a restart of the server where they were. */
import { expect, onTestFinished, test } from 'vitest'
import { createControlClient } from '../../src/control/rows/client.ts'
import { type RunningSimulator, type StartOptions, startSimulator } from '../../src/index.ts'
import { nodePlatform } from '../../src/platform/node.ts'
import { run } from '../support/command-line.ts'
import { temporary } from '../support/kept-folder.ts'

async function serve(options: StartOptions = {}): Promise<RunningSimulator> {
  const running = await startSimulator({ port: 0, ...options })
  onTestFinished(() => running.close())
  return running
}

const namesAt = ({ simulator }: RunningSimulator) => simulator.worlds().map(({ name }) => name)
const statusAt = async ({ url }: RunningSimulator, world: string) => (await fetch(`${url}/worlds/${world}/future/shipment/none`)).status
const controlOf = ({ url }: RunningSimulator) => createControlClient({ base: url, send: fetch })
const move = (name: string, { url: from }: RunningSimulator, { url: to }: RunningSimulator) =>
  run(['worlds', 'move', name, '--from', from, '--to', to])

/** Two servers with folders, and a world that was moved from the first one, which was started again. */
async function moved(platform = nodePlatform()) {
  const [data, other] = [temporary(), temporary()]
  const [first, b] = [await serve({ data, platform }), await serve({ data: other })]
  await statusAt(first, 'team')
  expect((await move('team', first, b)).code).toBe(0)
  await first.close()
  return { data, b, a: await serve({ data, platform }) }
}

test('a server that is started again still refuses the calls of a moved world, and makes no empty one', async () => {
  const { a, b } = await moved()
  expect([await statusAt(a, 'team'), await statusAt(b, 'team'), namesAt(a)]).toEqual([503, 401, ['default']])
})

test('a world that moves back is open where it was, also after a restart', async () => {
  const { a, b, data } = await moved()
  expect((await move('team', b, a)).code).toBe(0)
  expect([await statusAt(a, 'team'), await statusAt(b, 'team')]).toEqual([401, 503])
  await a.close()
  expect(await statusAt(await serve({ data }), 'team')).toBe(401)
})

test('a snapshot that is restored here, and the row that drops a world, end the mark', async () => {
  const { a, b } = await moved()
  const snapshot = await b.simulator.knobs('team').snapshot()
  await a.simulator.knobs('team').restore(snapshot)
  expect(await statusAt(a, 'team')).toBe(401)

  expect((await move('team', a, await serve())).code).toBe(0)
  expect(await statusAt(a, 'team')).toBe(503)
  await controlOf(a).call('control.dropWorld', { params: { name: 'team' } })
  expect(await statusAt(a, 'team')).toBe(401)
})

test('after an hour the mark is over, in the time of the machine that passes while the server is down, too', async () => {
  let ahead = 0
  const machine = nodePlatform()
  const { a, data } = await moved({ ...machine, now: () => machine.now() + ahead })
  await a.close()
  ahead = 3_000_000
  const again = await serve({ data, platform: { ...machine, now: () => machine.now() + ahead } })
  expect(await statusAt(again, 'team')).toBe(503)
  await again.close()
  ahead = 3_601_000
  expect(await statusAt(await serve({ data, platform: { ...machine, now: () => machine.now() + ahead } }), 'team')).toBe(401)
})
