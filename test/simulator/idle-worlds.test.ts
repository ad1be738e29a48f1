/** Worlds that nobody uses are dropped, by real time. */
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../src/index.ts'
import { movedTime } from '../support/real-time.ts'
import { standin } from '../support/standin.ts'

function timed(worldTtl: number) {
  const dropped: string[] = []
  const { platform, passSlowly: pass, timers } = movedTime()
  const { simulator } = standin({ platform, worldTtl, whenDropped: (name) => void dropped.push(name) })
  const names = () => simulator.worlds().map(({ name }) => name)
  return { simulator, pass, names, timers, dropped }
}

test('a world is dropped after its time without use, which is told, and the default world stays', async () => {
  const { simulator, pass, names, dropped } = timed(1000)
  await simulator.knobs('used').client().call('fileTransfer.search')
  await simulator.knobs('idle').client().call('fileTransfer.search')
  await pass(900)
  await simulator.knobs('used').client().call('fileTransfer.search')
  await pass(900)

  expect(names()).toEqual(['default', 'used'])
  expect(dropped).toEqual(['idle'])
  await pass(2000)
  expect(names()).toEqual(['default'])
})

test('a world stays while somebody turns its knobs, or follows its journal', async () => {
  const { simulator, pass, names } = timed(1000)
  await simulator.knobs('followed').client().call('fileTransfer.search')
  await simulator.knobs('turned').client().call('fileTransfer.search')
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const stream = simulator.knobs('followed').journal.stream({ signal: leaving.signal })
  void stream.next()
  await pass(900)
  simulator.knobs('turned').clock.freeze()
  await pass(900)

  expect(names()).toEqual(['default', 'followed', 'turned'])
  await pass(1200)
  expect(names()).toEqual(['default', 'followed'])
})

test('a server says which world it drops', async () => {
  const told: string[] = []
  const server = await startSimulator({ port: 0, worldTtl: 20, tell: (text) => void told.push(text) })
  onTestFinished(server.close)
  await fetch(`${server.url}/worlds/left/future/shipment/none`)

  await expect.poll(() => told).toEqual(['The world "left" was dropped after 20ms of inactivity (--world-ttl).\n'])
})

test('closing the simulator ends the watch', () => {
  const { simulator, timers } = timed(1000)
  simulator.close()

  expect(timers).toEqual([])
})
